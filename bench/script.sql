-- script.sql - a few seconds of a database's usual work, in memory.
CREATE TABLE t(id INTEGER PRIMARY KEY, k INT, name TEXT, v REAL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000)
INSERT INTO t SELECT i, (i * 7919) % 10007, printf('name %d', (i * 31) % 65537), i / 7.0 FROM n;
CREATE INDEX t_k ON t(k);
CREATE INDEX t_name ON t(name);
SELECT count(*), sum(v), max(name) FROM t WHERE k % 3 = 1;
SELECT k, count(*), avg(v) FROM t GROUP BY k ORDER BY 3 DESC LIMIT 5;
SELECT count(*) FROM t a JOIN t b ON a.k = b.k WHERE a.id < 60000 AND b.name LIKE '%7%';
UPDATE t SET v = v * 1.5, name = upper(name) WHERE id % 4 = 0;
DELETE FROM t WHERE id % 9 = 0;
SELECT name, sum(v) OVER (PARTITION BY k ORDER BY id) AS running FROM t ORDER BY running DESC LIMIT 5;
SELECT count(DISTINCT substr(name, -3)), min(length(name)) FROM t;
WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 2000000)
SELECT sum(CASE WHEN x % 15 = 0 THEN 15 WHEN x % 5 = 0 THEN 5 WHEN x % 3 = 0 THEN 3 ELSE 0 END) FROM c;
SELECT count(*) FROM (SELECT name FROM t UNION SELECT printf('NAME %d', id) FROM t);
