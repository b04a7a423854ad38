// The migration that makes slices of what was imported line by line.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { asOwner } from '#test/database.ts'
import { testServer } from '#test/http.ts'

const server = testServer()
const folder = join(import.meta.dirname, 'migrations')
const file = readdirSync(folder).find((name) => name.endsWith('_sem_slices.sql')) ?? ''
const statements = readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint')
const conversion = statements.slice(
  statements.findIndex((statement) => statement.includes('INSERT INTO "sem_accounts"')),
)

const before = `
  alter table search_words drop constraint search_words_account_id_sem_accounts_id_fk;
  create table search_accounts (id bigint primary key, source text, name text);
  create table search_units (id bigint primary key, account_id bigint, level text, campaign text default '',
    ad_group text default '', keyword text default '', word_id bigint);
  create table search_days (account_id bigint, day date, grain smallint, imported_at timestamptz default '2026-03-02 08:00+08');
  create table search_figures (account_id bigint, day date, grain smallint, unit_id bigint, device text default '',
    region text default '', shows int, clicks int, cost numeric(14, 2), position numeric(8, 2), reported int default 0);
  insert into search_accounts values (4, 'baidu', '甲'), (7, 'baidu', '乙'), (9, 'bing', '甲');
  insert into search_words (id, account_id, campaign, word) overriding system value values (3, 4, '品牌', '今日钢价');
  insert into search_units values (1, 4, 'campaign', '品牌', '', '', null), (2, 4, 'keyword', '品牌', '核心', '钢价', null),
    (3, 4, 'keyword', '品牌', '核心', '螺纹钢', null), (4, 4, 'word', '品牌', '核心', '钢价', 3), (5, 7, 'account', '', '', '', null),
    (6, 4, 'keyword', '品牌', '核 心', '钢价', null);
  insert into search_days values (4, '2026-03-01', 4), (4, '2026-03-01', 12), (4, '2026-03-01', 15), (4, '2026-03-02', 14),
    (4, '2026-03-02', 16), (7, '2019-12-31', 0);
  insert into search_figures values (4, '2026-03-01', 4, 1, '', '', 100, 9, 50, 2), (4, '2026-03-01', 12, 2, '', '', 60, 5, 30.50, 1),
    (4, '2026-03-01', 12, 3, '', '', 20, 2, 9.25, null), (4, '2026-03-01', 12, 6, '', '', 10, 1, 1, 3),
    (4, '2026-03-01', 15, 2, 'pc', '江苏', 40, 3, 20, 1), (4, '2026-03-01', 15, 2, 'pc', '河北', 10, 1, 5, 3),
    (4, '2026-03-01', 15, 2, 'mobile', '江苏', 10, 1, 5.5, 1), (4, '2026-03-02', 14, 2, 'pc', '', 7, 1, 3, null),
    (4, '2026-03-02', 16, 4, '', '', 5, 1, 2, null), (7, '2019-12-31', 0, 5, '', '', 3, 1, 1, null);
  insert into registrations (company, contact, mobile, sub_product, first_touch, last_touch, created_at) values
    ('一', '人', '13800000001', 'bigData', '{"source":"baidu","medium":"cpc","campaign":"品牌","term":"钢价","referrer":"https://www.baidu.com/s","engine":"baidu"}',
      '{"source":"wechat","medium":"","campaign":"","term":"","referrer":"","engine":null}', '2026-03-03 10:00+08'),
    ('二', '人', '13800000002', 'bigData', '{"source":"x","medium":"","campaign":"","term":"","referrer":"","engine":null}',
      '{"source":"x","medium":"","campaign":"","term":"","referrer":"","engine":null}', '2026-03-04 10:00+08'),
    ('三', '人', '13800000003', 'bigData', null, null, '2026-03-05 10:00+08')`

it('§2 an upgrade keeps accounts, figures by slice and month, words, and visits of registrations', async () => {
  const { owner } = server().database
  const read = async (query: string) => (await server().database.db.execute(sql.raw(query))).rows
  await asOwner(owner, async (tx) => {
    await tx.execute(sql.raw(before))
    for (const statement of conversion) await tx.execute(sql.raw(statement))
  })
  expect(await read('select id::int as id, code, source, name from sem_accounts order by id')).toEqual([
    { id: 4, code: '甲-baidu-4', source: 'baidu', name: '甲' },
    { id: 7, code: '乙', source: 'baidu', name: '乙' },
    { id: 9, code: '甲-bing-9', source: 'bing', name: '甲' },
  ])
  // 16 campaign, 48 keyword, + 4 by device, + 8 by region, 64 word; a sheet by both becomes one by each
  expect(
    await read(
      'select day::text as day, grain, rows, cost::text as cost, placed::int as placed from sem_slices order by 1, 2',
    ),
  ).toEqual([
    { day: '2019-12-31', grain: 0, rows: 1, cost: '1.00', placed: 0 },
    { day: '2026-03-01', grain: 16, rows: 1, cost: '50.00', placed: 100 },
    // `核心` and `核 心` are one group
    { day: '2026-03-01', grain: 48, rows: 2, cost: '40.75', placed: 70 },
    { day: '2026-03-01', grain: 52, rows: 2, cost: '30.50', placed: 60 },
    { day: '2026-03-01', grain: 56, rows: 2, cost: '30.50', placed: 60 },
    { day: '2026-03-02', grain: 52, rows: 1, cost: '3.00', placed: 0 },
    { day: '2026-03-02', grain: 64, rows: 1, cost: '2.00', placed: 0 },
  ])
  expect(
    await read('select grain, sum(cost)::text as cost from sem_months where account_id = 4 group by 1 order by 1'),
  ).toEqual([
    { grain: 16, cost: '50.00' },
    { grain: 48, cost: '40.75' },
    { grain: 52, cost: '33.50' },
    { grain: 56, cost: '30.50' },
    { grain: 64, cost: '2.00' },
  ])
  expect(
    await read('select level, count(*)::int as nodes from sem_nodes where account_id = 4 group by 1 order by 1'),
  ).toEqual([
    { level: 'account', nodes: 1 },
    { level: 'campaign', nodes: 1 },
    { level: 'group', nodes: 1 },
    { level: 'keyword', nodes: 2 },
    { level: 'word', nodes: 1 },
  ])
  expect(
    await read(`select r.company, t.source, t.engine, t.referrer_host, n.keyword from registration_touches t
      join registrations r on r.id = t.registration_id left join sem_nodes n on n.id = t.node_id order by t.id`),
  ).toEqual([
    { company: '一', source: 'baidu', engine: 'baidu', referrer_host: 'www.baidu.com', keyword: '钢价' },
    { company: '一', source: 'wechat', engine: null, referrer_host: '', keyword: null },
    { company: '二', source: 'x', engine: null, referrer_host: '', keyword: null },
  ])
})
