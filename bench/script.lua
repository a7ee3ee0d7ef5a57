-- script.lua [PARTS] - a few seconds of an interpreter's usual work: calls, tables, strings, closures, numbers,
-- collection; with PARTS, about that part of it.

local parts = tonumber(arg[1] or 1)
local function some(n) return n // parts end

local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end

local function sieve(limit)
  local composite, count = {}, 0
  for i = 2, limit do
    if not composite[i] then
      count = count + 1
      for j = i * i, limit, i do composite[j] = true end
    end
  end
  return count
end

local function words(rounds)
  local seen, out = {}, {}
  local seed = 7
  for i = 1, rounds do
    seed = (seed * 1103515245 + 12345) % 2147483648
    local word = "w" .. seed % 5003
    local n = (seen[word] or 0) + 1
    seen[word] = n
    if n % 16 == 0 then out[#out + 1] = word:upper():sub(2, 4) end
  end
  local text = table.concat(out, " ")
  local hits = 0
  for digits in text:gmatch("%d+") do if tonumber(digits) % 3 == 0 then hits = hits + 1 end end
  return #text, hits, (text:gsub("1", "one")):len()
end

local function trees(depth)
  local function build(d) if d == 0 then return {} end return { build(d - 1), build(d - 1) } end
  local function check(t) if t[1] then return 1 + check(t[1]) + check(t[2]) end return 1 end
  local total = 0
  for _ = 1, 12 do total = total + check(build(depth)) end
  return total
end

local function queens(n)
  local solutions, column, up, down = 0, {}, {}, {}
  local function place(row)
    if row > n then solutions = solutions + 1 return end
    for c = 1, n do
      if not column[c] and not up[row + c] and not down[row - c] then
        column[c], up[row + c], down[row - c] = true, true, true
        place(row + 1)
        column[c], up[row + c], down[row - c] = nil, nil, nil
      end
    end
  end
  place(1)
  return solutions
end

local function bodies(steps)
  local list = {}
  for i = 1, 5 do list[i] = { x = i, y = i * 0.5, z = -i, vx = 0, vy = 0.1 * i, vz = 0, mass = 1 / i } end
  for _ = 1, steps do
    for i = 1, #list do
      local a = list[i]
      for j = i + 1, #list do
        local b = list[j]
        local dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
        local d = (dx * dx + dy * dy + dz * dz + 0.01) ^ -1.5 * 0.001
        a.vx, a.vy, a.vz = a.vx - dx * b.mass * d, a.vy - dy * b.mass * d, a.vz - dz * b.mass * d
        b.vx, b.vy, b.vz = b.vx + dx * a.mass * d, b.vy + dy * a.mass * d, b.vz + dz * a.mass * d
      end
      a.x, a.y, a.z = a.x + a.vx * 0.001, a.y + a.vy * 0.001, a.z + a.vz * 0.001
    end
  end
  return string.format("%.9f", list[1].x)
end

local class = {}
class.__index = class
function class:step(k) if k % 3 == 0 then self.n = self.n + k elseif k % 5 == 0 then self.n = self.n - 1 end return self end
local function methods(rounds)
  local o = setmetatable({ n = 0 }, class)
  for i = 1, rounds do o:step(i):step(i + 1) end
  return o.n
end

local numbers = {}
for i = 1, some(500000) do numbers[i] = (i * 7919) % 100003 end
table.sort(numbers, function(a, b) return a < b end)

print(fib(parts == 1 and 31 or 26), sieve(some(3000000)), words(some(1500000)), trees(parts == 1 and 15 or 12),
  queens(parts == 1 and 9 or 7), bodies(some(120000)), methods(some(4500000)), numbers[some(75000)])
