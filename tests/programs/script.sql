-- script.sql - much of the language and the shell, over data made by a recursive query; always the same output.
.headers on
.mode list
PRAGMA page_size = 1024;
PRAGMA journal_mode = DELETE;
CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT NOT NULL, grade REAL, tag TEXT COLLATE NOCASE, CHECK (id > 0));
CREATE TABLE part(item INTEGER REFERENCES item(id) ON DELETE CASCADE, place INT, weight INT, UNIQUE (item, place));
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
INSERT INTO item SELECT i, printf('item %05d', (i * 7919) % 3001), (i % 97) / 7.0, char(65 + i % 26) FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
INSERT OR IGNORE INTO part SELECT (i * 31) % 3000 + 1, i % 5, (i * i) % 1009 FROM n;
CREATE INDEX item_name ON item(name);
CREATE INDEX part_weight ON part(weight DESC) WHERE weight > 100;
ANALYZE;
SELECT count(*), sum(grade), min(name), max(name), group_concat(DISTINCT tag) FROM item;
SELECT tag, count(*), round(avg(grade), 3), total(weight) FROM item JOIN part ON part.item = item.id GROUP BY tag
    HAVING count(*) > 100 ORDER BY 4 DESC, 1 LIMIT 10;
SELECT name, grade FROM item WHERE name BETWEEN 'item 00100' AND 'item 00110' OR id IN (1, 2, 3) ORDER BY name;
SELECT item.name, p.weight FROM item LEFT JOIN part p ON p.item = item.id AND p.weight > 1000 WHERE item.id < 40 ORDER BY 1, 2;
SELECT id, rank() OVER (PARTITION BY tag ORDER BY grade), sum(grade) OVER (ORDER BY id ROWS 3 PRECEDING),
    lag(name, 1, '-') OVER (ORDER BY id) FROM item WHERE id <= 60 ORDER BY id;
SELECT tag FROM item WHERE id < 30 UNION SELECT 'zz' EXCEPT SELECT 'A' INTERSECT SELECT tag FROM item ORDER BY 1;
SELECT CASE WHEN grade > 10 THEN 'high' WHEN grade IS NULL THEN 'none' ELSE 'low' END AS class, count(*) FROM item GROUP BY class;
SELECT substr(name, -3), upper(tag), length(name), hex(name), quote(grade), coalesce(NULL, tag), instr(name, '5'), abs(-id),
    replace(name, 'item', 'x'), trim('  x '), typeof(grade), unicode(tag), name LIKE '%7%', name GLOB '*[0-3]' FROM item WHERE id % 500 = 0;
SELECT date('2020-02-28', '+2 days'), strftime('%j %W', '2021-07-04'), julianday('2000-01-01'), json_extract('{"a":[1,2,{"b":3}]}', '$.a[2].b');
SELECT key, value FROM json_each('[10, "x", null, {"k": 1.5}]');
EXPLAIN QUERY PLAN SELECT * FROM item JOIN part ON part.item = item.id WHERE item.name > 'item 02990';
CREATE VIEW heavy AS SELECT item, sum(weight) AS w FROM part GROUP BY item HAVING w > 2000;
SELECT count(*), max(w) FROM heavy;
CREATE TABLE log(what TEXT, id INT);
CREATE TRIGGER item_gone AFTER DELETE ON item BEGIN INSERT INTO log VALUES ('gone', old.id); DELETE FROM part WHERE item = old.id; END;
CREATE TRIGGER part_changed AFTER UPDATE OF weight ON part WHEN new.weight < old.weight BEGIN INSERT INTO log VALUES ('lighter', new.item); END;
BEGIN;
UPDATE part SET weight = weight / 2 WHERE weight % 3 = 0;
SAVEPOINT inner_one;
DELETE FROM item WHERE id % 11 = 0;
ROLLBACK TO inner_one;
DELETE FROM item WHERE id % 13 = 0;
COMMIT;
SELECT what, count(*), min(id), max(id) FROM log GROUP BY what;
INSERT INTO item(id, name) VALUES (1, 'twice');
INSERT INTO item(id, name) VALUES (-5, 'checked');
INSERT INTO item(id, name) VALUES (1, 'upsert') ON CONFLICT(id) DO UPDATE SET name = excluded.name RETURNING id, name;
SELECT * FROM missing;
SELECT syntax error here;
CREATE TABLE keyed(a, b, PRIMARY KEY (b, a)) WITHOUT ROWID;
INSERT INTO keyed SELECT id % 17, name FROM item WHERE id < 500;
SELECT count(*), count(DISTINCT a) FROM keyed WHERE b > 'item 01000';
ALTER TABLE keyed RENAME COLUMN a TO remainder;
ALTER TABLE keyed ADD COLUMN extra DEFAULT 5;
DROP INDEX item_name;
PRAGMA integrity_check;
PRAGMA foreign_key_check;
WITH RECURSIVE fib(a, b) AS (SELECT 0, 1 UNION ALL SELECT b, a + b FROM fib LIMIT 50) SELECT max(a) FROM fib;
WITH RECURSIVE xaxis(x) AS (VALUES (-2.0) UNION ALL SELECT x + 0.1 FROM xaxis WHERE x < 1.0),
    yaxis(y) AS (VALUES (-1.0) UNION ALL SELECT y + 0.2 FROM yaxis WHERE y < 1.0),
    m(iter, cx, cy, x, y) AS (SELECT 0, x, y, 0.0, 0.0 FROM xaxis, yaxis UNION ALL
        SELECT iter + 1, cx, cy, x * x - y * y + cx, 2.0 * x * y + cy FROM m WHERE (x * x + y * y) < 4.0 AND iter < 20)
SELECT group_concat(substr(' .+*#', 1 + min(count / 5, 4), 1), '') FROM (SELECT max(iter) AS count, cx, cy FROM m GROUP BY cx, cy) GROUP BY cy;
