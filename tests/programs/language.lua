-- language.lua - much of the language and its library, with output that does not depend on addresses or time.

local function show(...) print(...) end

-- numbers and strings
for i = -2, 2 do show(i // 2, i % 3, i >> 1, i ~ 5, i / 4, math.tointeger(i * 1.0)) end
show(1 < 2, "a" < "b", 10 // 0.0, -10 % 3.5, 2 ^ 10, 7 // 2.0, 0x7fffffffffffffff + 1)
show(string.format("%5.2f|%-8s|%08x|%q|%g|%i|%c", 3.14159, "left", 48879, "quo\nted", 1e100, 42, 65))
show(("hello world"):gsub("o", { o = "0" }), ("x=1, y=2"):gsub("(%w+)=(%w+)", "%2=%1"))
for k, v in ("a=1;bb=22;ccc=333"):gmatch("(%w+)=(%d+)") do show(k, v) end
show(("abc"):rep(3, "-"), ("abc"):reverse(), ("abc"):byte(1, -1), ("%bxy"):find("%b", 1, true))
show(("THE (quick) fox"):find("%((%a+)%)"), ("  trim  "):match("^%s*(.-)%s*$"), #("\u{20AC}\z
     end"))
show(string.pack("<i4 z s2", 100, "zero", "counted"):byte(1, -1))
show(string.unpack("<i4 z s2", string.pack("<i4 z s2", 100, "zero", "counted")))
for _, c in utf8.codes("häß€") do io.write(c, " ") end
print(utf8.len("häß€"), utf8.char(228, 8364), utf8.offset("häß€", 3))
show(tostring(1e15), tostring(-0.0), 3 | 0, "10" + 5, "3" * "4", 10 .. 20, tonumber("0x1p4"), tonumber("zz", 36))
show(math.max(3, 7, 5), math.floor(-3.5), math.ceil(-3.5), math.fmod(-7, 3), math.ult(1, -1), math.type(1), math.type(1.0))

-- tables and sorting
local t = {}
for i = 1, 200 do t[i] = (i * 7919) % 211 end
table.sort(t)
show(table.concat(t, ",", 1, 20))
table.sort(t, function(a, b) return a > b end)
show(t[1], t[#t], table.unpack(t, 1, 5))
table.insert(t, 1, "first")
show(table.remove(t, 1), #t, select("#", table.unpack(t)), select(-1, 1, 2, 3))
local moved = table.move({ 1, 2, 3 }, 1, 3, 2)
show(moved[1], moved[2], moved[3], moved[4])
local sparse = {}
for i = 1, 1000 do sparse[i * i] = i end
local count, sum = 0, 0
for k, v in pairs(sparse) do count, sum = count + 1, sum + k - v end
for i = 1, 1000, 2 do sparse[i * i] = nil end
show(count, sum, next({}), rawlen({ 1, 2 }), rawequal(t, t))

-- closures, varargs, goto, integer and float loops
local function counter(step)
  local n = 0
  return function(...) n = n + step * select("#", ...) return n end
end
local a, b = counter(1), counter(10)
show(a(1, 2, 3), a(), b(nil, nil), a(1))
for i = 1, 3 do
  for j = 1, 3 do
    if j == 2 then goto continue end
    io.write(i, ":", j, " ")
    ::continue::
  end
end
print()
for x = 1, 0, -0.25 do io.write(x, " ") end
print()
local n = 27
local steps = 0
repeat
  if n % 2 == 0 then n = n // 2 else n = 3 * n + 1 end
  steps = steps + 1
until n == 1
while true do steps = steps - 1 if steps < 100 then break end end
show(steps)

-- metatables
local vector = {}
vector.__index = vector
vector.__add = function(p, q) return setmetatable({ x = p.x + q.x }, vector) end
vector.__eq = function(p, q) return p.x == q.x end
vector.__lt = function(p, q) return p.x < q.x end
vector.__le = function(p, q) return p.x <= q.x end
vector.__call = function(self, k) return self.x * k end
vector.__tostring = function(self) return "vector " .. self.x end
vector.__len = function() return 99 end
vector.__concat = function(p, q) return tostring(p) .. "|" .. tostring(q) end
vector.__close = function(self) show("closed", self.x) end
vector.__unm = function(self) return setmetatable({ x = -self.x }, vector) end
local p, q = setmetatable({ x = 1 }, vector), setmetatable({ x = 2 }, vector)
show(tostring(p + q), p == q, p < q, p <= q, p(7), #p, p .. q, tostring(-p))
do local scoped <close> = p; local fixed <const> = 5; show(fixed) end
local proxy = setmetatable({}, { __index = function(_, k) return k .. "?" end, __newindex = function(s, k, v) rawset(s, k, v * 2) end,
  __pairs = function(s) return function(_, k) if not k then return 1, "one" end end, s, nil end })
proxy.z = 21
show(proxy.z, proxy.missing)
for k, v in pairs(proxy) do show(k, v) end

-- errors and coroutines
show(pcall(error, { code = 1 }) == false, select(2, pcall(error, "message", 0)))
show(pcall(function() local u; return u.field end))
show(pcall(function() return 1 + {} end))
show(pcall(string.rep, "x", -1), pcall(string.rep))
show(xpcall(function() error("deep", 2) end, function(m) return "handled " .. tostring(m) end))
show(select(2, load("x = = 1", "chunk")), load("return 1 + ...", "sum")(41))
local function deep(k) return k == 0 and 0 or 1 + deep(k - 1) end
show(deep(150), pcall(function() local function f() return 1 + f() end return f() end) == false)
local gen = coroutine.wrap(function(first)
  local got = first
  for i = 1, 5 do got = coroutine.yield(i, got) end
  return "done"
end)
show(gen("a"), gen("b"), gen("c"))
local co = coroutine.create(function() local x <close> = q; coroutine.yield(1); error("inside") end)
show(coroutine.resume(co), coroutine.status(co), coroutine.isyieldable())
show(coroutine.resume(co), coroutine.status(co))
local function permute(list, k)
  k = k or #list
  if k <= 1 then coroutine.yield(list) end
  for i = 1, k do
    list[k], list[i] = list[i], list[k]
    permute(list, k - 1)
    list[k], list[i] = list[i], list[k]
  end
end
for list in coroutine.wrap(function() permute({ 1, 2, 3, 4 }) end) do io.write(table.concat(list), " ") end
print()

-- garbage: weak tables, finalizers, generational mode
local weak = setmetatable({}, { __mode = "v" })
for i = 1, 100 do weak[i] = { i } end
collectgarbage()
show(#weak)
collectgarbage("generational")
local finalized = 0
for i = 1, 500 do setmetatable({ string.rep("x", i % 50) }, { __gc = function() finalized = finalized + 1 end }) end
collectgarbage()
collectgarbage("incremental")
collectgarbage()
show(finalized, collectgarbage("count") > 0)

-- a sieve, matrices, string building
local composite, primes = {}, 0
for i = 2, 5000 do
  if not composite[i] then
    primes = primes + 1
    for j = i * i, 5000, i do composite[j] = true end
  end
end
local m = {}
for i = 1, 20 do m[i] = {} for j = 1, 20 do m[i][j] = (i * j) % 7 end end
local trace = 0
for i = 1, 20 do for j = 1, 20 do trace = trace + m[i][j] * m[j][i] end end
show(primes, trace, os.time({ year = 2020, month = 1, day = 1, hour = 12 }) > 0, os.getenv("PEP_NOT_SET"))
