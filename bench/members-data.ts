// Customers in the numbers of the specification's largest company, by SQL. Rows per member and members per salesperson are the
// same at any size, so that one salesperson sees as much in a small company as in a large one.
import type pg from 'pg'
import { sized } from './sized.ts'

/** Members; all else is a multiple: 5 to an enterprise, each with 2 accounts, 10 grants and 50 log rows. */
export const LARGE = sized(100_000, 1_000)
export const SMALL = 1_000
const MEMBERS_AN_ENTERPRISE = 5
const GRANTS_AN_ACCOUNT = 5
const LOGS_A_MEMBER = 50
/** Members of each salesperson, `bench` among them. */
const OWN = 50
const PRODUCTS = 500
const ACCOUNTS_A_MEMBER = 2
/** Days into the past over which logs and openings are spread. */
const DAYS = 390

const surnames = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗'
const givenNames = '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚'
const cityNames = '上海,杭州,天津,唐山,广州,武汉,成都,青岛,无锡,西安'

/** A member's name, such as `王伟芳`. */
export const personName = (n: number): string =>
  [
    surnames[n % surnames.length],
    givenNames[Math.floor(n / 7) % givenNames.length],
    givenNames[Math.floor(n / 131) % givenNames.length],
  ].join('')

/** The id of an enterprise of the salesperson `bench`, who has 10; `accountOf` is a bigData account of it. */
const place = (n: number, members: number) => (members / OWN) * (1 + (n % (OWN / MEMBERS_AN_ENTERPRISE)))
export const customerOf = (n: number, members: number): string => String(place(n, members))
export const accountOf = (n: number, members: number): string =>
  String(place(n, members) * MEMBERS_AN_ENTERPRISE * ACCOUNTS_A_MEMBER - 1)

/** A part of that enterprise's name that only it has, and the mobile number of its first member. */
export const companyOf = (n: number, members: number): string => `商贸${place(n, members)}有限`
export const mobileOf = (n: number, members: number): string =>
  String(15_000_000_000 + (place(n, members) - 1) * MEMBERS_AN_ENTERPRISE + 1)

const statements = (members: number): readonly string[] => {
  const sellers = members / OWN
  const enterprises = members / MEMBERS_AN_ENTERPRISE
  const character = (of: string, n: string) => `substr('${of}', 1 + (${n}) % ${of.length}, 1)`
  const name = `${character(surnames, 'n')} || ${character(givenNames, 'n / 7')} || ${character(givenNames, 'n / 131')}`
  const company = `split_part('${cityNames}', ',', 1 + n % 10) || ${character(givenNames, 'n / 3')} || ${character(givenNames, 'n / 17')} || '商贸' || n || '有限公司'`
  const ago = (n: string, most: number | string) =>
    `now() - interval '1 minute' - interval '${DAYS} days' * (${n}) / ${most}`
  return [
    `insert into products (name) select '授权产品' || n from generate_series(1, ${PRODUCTS}) n`,
    `insert into users (user_name, real_name, mobile, password_hash, dept_id, role_id)
     select 'seller' || n, '销售' || n, (20000000000 + n)::text, 'none', u.dept_id, (select id from roles where code = 'sales')
     from users u, generate_series(1, ${sellers - 1}) n where u.user_name = 'bench'`,
    `create temporary table sellers as select id, row_number() over (order by id) - 1 as place from users
     where user_name like 'seller%' or user_name = 'bench'`,
    `insert into enterprises (name, industry, level, owner_id, region_id, created_at)
     select ${company}, (array['钢铁', '有色', '化工', '能源'])[1 + n % 4], (array['A', 'B', 'C'])[1 + n % 3], s.id, r.id,
       ${ago('n', enterprises)}
     from generate_series(1, ${enterprises}) n join sellers s on s.place = n % ${sellers}
       left join (select id, row_number() over (order by id) - 1 as place from regions where level = 3) r
         on r.place = n % (select greatest(count(*), 1) from regions where level = 3)
     order by n`,
    `insert into enterprise_contacts (enterprise_id, name, mobile, is_main)
     select id, '联系人' || id, (13000000000 + id)::text, true from enterprises`,
    `insert into members (enterprise_id, login_name, real_name, mobile, owner_id, created_at)
     select e.id, 'member' || n, ${name}, (15000000000 + n)::text, e.owner_id, e.created_at
     from generate_series(1, ${members}) n
     join (select id, owner_id, created_at, row_number() over (order by id) as place from enterprises) e
       on e.place = 1 + (n - 1) / ${MEMBERS_AN_ENTERPRISE}
     order by n`,
    // One account in bigData, the second in one of four sub-products.
    `insert into member_accounts (member_id, sub_product, starts_on, ends_on, grant_kind, last_seen_at, opened_at)
     select m.id, s.key, current_date - 400, current_date + (m.id * 7919 % 400)::int - 100, 'formal',
       case when m.id % 9 > 0 then now() - interval '1 hour' * (m.id * 31 % 2000) end, ${ago('m.id * 104729 % 100000', 100_000)}
     from members m, unnest(array['bigData', (array['officialWebsite', 'app', 'bigDataChinese', 'oilGas'])[1 + m.id % 4]]) as s(key)
     order by m.id`,
    'analyze',
    `insert into grants (account_id, product_id, kind, starts_on, ends_on)
     select a.id, p.ids[1 + (a.id * 3 + k) % ${PRODUCTS}], 'formal', a.starts_on, a.ends_on
     from (select array_agg(id order by id) as ids from products where name like '授权产品%') p, member_accounts a,
       generate_series(1, ${GRANTS_AN_ACCOUNT}) k
     order by a.id`,
    'analyze grants',
    `insert into grant_acts (id, at, via, reason, actor_id, actor_name) overriding system value
     select a.id, ${ago('(select count(*) from member_accounts) - a.id', '(select count(*) from member_accounts)')},
       'account', '续签', m.owner_id, u.user_name
     from member_accounts a join members m on m.id = a.member_id join users u on u.id = m.owner_id order by a.id`,
    `insert into grant_changes (at, act_id, grant_id, account_id, sub_product, product_id, action, after, grant_version)
     select t.at, t.id, g.id, a.id, a.sub_product, g.product_id, 'grant',
       jsonb_build_object('kind', g.kind, 'startsOn', g.starts_on, 'endsOn', g.ends_on, 'quota', null), 1
     from grants g join member_accounts a on a.id = g.account_id join grant_acts t on t.id = a.id order by g.id`,
    `insert into account_logs (at, account_id, sub_product, kind, module, address, device, seconds)
     select ${ago(`${members * LOGS_A_MEMBER} - n`, members * LOGS_A_MEMBER)}, a.id, a.sub_product,
       (array['view', 'view', 'search', 'signIn', 'download', 'failed'])[1 + n % 6], (array['price', 'news', 'report', ''])[1 + n % 4],
       '198.51.100.' || n % 250, 'Chrome', n % 300
     from generate_series(1, ${members * LOGS_A_MEMBER}) n
     join (select id, sub_product, row_number() over (order by id) - 1 as place from member_accounts) a
       on a.place = (n::bigint * 7919) % ${members * ACCOUNTS_A_MEMBER}`,
    `insert into account_signals (account_id, kind, count, samples, from_at, to_at, found_at, handled_at)
     select id, 'addresses', 9, array['198.51.100.1'], t - interval '3 hours', t, t,
       case when id % 5 > 0 then t + interval '1 hour' end
     from (select id, ${ago('id * 31 % 1000', 1_000)} as t from member_accounts where id % 25 = 0) a`,
    `insert into registrations (company, contact, mobile, sub_product, province, state, owner_id, first_contact_at, closed_at, created_at)
     select '注册公司' || n, '联系人' || n, (16000000000 + n)::text, 'bigData', '浙江省',
       case when n % 10 > 0 then 'invalid' when n % 20 = 0 then 'contacted' else 'new' end, s.id,
       case when n % 20 > 0 and n % 10 = 0 then null else t + interval '2 hours' end, case when n % 10 > 0 then t + interval '1 day' end, t
     from (select n, ${ago('n', enterprises)} as t from generate_series(1, ${enterprises}) n) r
     join sellers s on s.place = r.n % ${sellers}`,
    `select setval(pg_get_serial_sequence('grant_acts', 'id'), (select max(id) from grant_acts))`,
  ]
}

/** Foreign keys are dropped and added again at the end: checking millions of references row by row takes minutes. */
const setReferencesAside = `
  create temporary table references_aside as select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conrelid::regclass::text in
    ('members', 'member_accounts', 'grants', 'grant_acts', 'grant_changes')`
const eachReference = (command: string) =>
  `do $$ declare r record; begin for r in select * from references_aside loop execute ${command}; end loop; end $$`

export async function fillMembers(client: pg.Client, members: number): Promise<void> {
  await client.query(setReferencesAside)
  await client.query(eachReference("format('alter table %s drop constraint %I', r.of, r.name)"))
  for (const statement of statements(members)) await client.query(statement)
  await client.query(eachReference("format('alter table %s add constraint %I %s', r.of, r.name, r.definition)"))
  await client.query('vacuum (analyze)')
}
