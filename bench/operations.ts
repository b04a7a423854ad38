// Figures on registrations over three years, and on search marketing, each against one bare SQL of its sums.
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { usualAttribution } from '#contract/operations/attribution.ts'
import { WORD_GRAIN } from '#contract/operations/search-slices.ts'
import { readWorkdays } from '#server/core/calendars.ts'
import type { Db } from '#server/db/connection.ts'
import {
  breakdownOf,
  figuresOf,
  hoursOf,
  peopleOf,
  trendOf,
} from '#server/features/operations/registrations/registration-statistics.queries.ts'
import { daySums, listSums, pairSums } from '#server/features/operations/search-marketing.queries.ts'
import { overviewOf } from '#server/features/operations/search-periods.ts'
import { analyseWords } from '#server/features/operations/words/search-word-analysis.queries.ts'
import { eachWord, listWords } from '#server/features/operations/words/search-words.queries.ts'
import type { Bench } from './contenders.ts'
import { factor, median, type Row } from './harness.ts'
import { sized } from './sized.ts'
import { took } from './timed.ts'

const REGISTRATIONS = sized(200_000, 1_000)
const DAYS = 1_095
const ROUNDS = sized(5, 1)

const viewer = { id: '1', isAdministrator: true, roleCodes: ['administrator'], rights: new Set<string>() }

/** Two of five registrations became a member, with one account that got a trial and, every other, a formal grant. */
const membersOf = (registrations: number) => Math.floor((registrations * 2) / 5)

const at = (n: string, many: number) => `now() - interval '${DAYS} days' * ${n} / ${many}`
const grant = (kind: 'trial' | 'formal', days: number) => `
  insert into grant_changes (at, act_id, grant_id, account_id, sub_product, product_id, action, after, grant_version)
    select a.opened_at + interval '${days} days', a.id, g.id, a.id, a.sub_product, g.product_id, 'grant',
      jsonb_build_object('kind', '${kind}', 'startsOn', g.starts_on, 'endsOn', g.ends_on, 'quota', null), 1
    from grants g join member_accounts a on a.id = g.account_id where '${kind}' = 'trial' or a.id % 2 = 0 order by 1`

const fill = (registrations: number): readonly string[] => [
  "insert into products (name) select '产品' || n from generate_series(1, 200) n",
  "insert into enterprises (name) select '注册公司' || n from generate_series(1, 1000) n",
  `insert into members (enterprise_id, login_name, real_name, mobile, owner_id, created_at)
    select 1 + n % 1000, 'member' || n, '会员' || n, (15000000000 + n)::text, u.id, ${at('n', membersOf(registrations))}
      from generate_series(1, ${membersOf(registrations)}) n, (select min(id) as id from users) u order by n`,
  `insert into member_accounts (member_id, sub_product, starts_on, ends_on, grant_kind, opened_at)
    select id, 'bigData', created_at::date, created_at::date + 365, 'formal', created_at from members order by id`,
  `insert into grants (account_id, product_id, kind, starts_on, ends_on)
    select id, 1 + id % 200, 'formal', starts_on, ends_on from member_accounts order by id`,
  `insert into grant_acts (id, at, via, actor_name) overriding system value
    select id, opened_at, 'account', 'bench' from member_accounts order by id`,
  grant('trial', 1),
  grant('formal', 30),
  `insert into registrations (company, contact, mobile, sub_product, province, source, state, owner_id, member_id,
      first_contact_at, created_at)
    select '注册公司' || n, '联系人' || n, (16000000000 + n)::text, 'bigData', (array['浙江省', '上海市', ''])[1 + n % 3],
      (array['page', 'manual'])[1 + n % 2], case when m.id is null then 'new' else 'granted' end, u.id, m.id,
      case when n % 7 > 0 then ${at('n', registrations)} + interval '3 hours' end, ${at('n', registrations)}
    from generate_series(1, ${registrations}) n cross join (select min(id) as id from users) u
      left join members m on m.id * 5 = n * 2 order by n`,
  'vacuum (analyze)',
]

const first = (kind: 'trial' | 'formal') => `(select min(c.at) from member_accounts a
  join grant_changes c on c.account_id = a.id and c.after ->> 'kind' = '${kind}' join grant_acts t on t.id = c.act_id
  where a.member_id = r.member_id and c.at >= r.created_at and t.undone_by is null)`
const bare = `select count(*), count(first_contact_at), count(trial_at), count(formal_at) from (
  select r.first_contact_at, ${first('trial')} as trial_at, ${first('formal')} as formal_at
  from registrations r where r.created_at >= $1::date and r.created_at < $2::date + 1) r`

const ACCOUNTS = 5
/** Facts of a year, unless `--facts` says otherwise: operations.md asks for 10,000,000. */
const FACTS = sized(1_200_000, 2_000)
const SEARCH_DAYS = 365
/** Of the pivot. */
const PIVOT_DAYS = 90
const keywordsOf = (facts: number) => Math.max(1, Math.round(facts / ACCOUNTS / SEARCH_DAYS))

/** A report of keywords for each account and day: level 3, uncut. */
const GRAIN = 48
const sums = `sum(f.shows), sum(f.clicks), sum(f.cost), sum(f.reported), sum(f.position * f.shows), sum(f.shows)`
const fillSearch = (facts: number): readonly string[] => [
  `insert into sem_accounts (code, source, name)
    select 'code' || n, (array['baidu', 'so360', 'sogou', 'bing', 'baidu'])[n], '账号' || n from generate_series(1, ${ACCOUNTS}) n`,
  `insert into sem_nodes (account_id, level, campaign, ad_group, keyword)
    select a.id, 'keyword', '计划' || n % 40, '单元' || n % 200, '关键词' || n
      from sem_accounts a, generate_series(1, ${keywordsOf(facts)}) n`,
  `insert into sem_facts (account_id, day, grain, node_id, shows, clicks, cost, position)
    select u.account_id, current_date - d, ${GRAIN}, u.id, u.id % 90 + d, u.id % 9, u.id % 700 / 10.0, 1 + u.id % 4
      from generate_series(1, ${SEARCH_DAYS}) d, sem_nodes u`,
  `insert into sem_slices (account_id, day, grain, rows, shows, clicks, cost, reported, weighted, placed)
    select account_id, day, grain, count(*), ${sums} from sem_facts f group by 1, 2, 3`,
  `insert into sem_months (account_id, grain, month, node_id, device, region, hour, shows, clicks, cost, reported, weighted, placed)
    select account_id, grain, date_trunc('month', day)::date, node_id, device, region, hour, ${sums} from sem_facts f
      group by 1, 2, 3, 4, 5, 6, 7`,
  'vacuum (analyze) sem_accounts, sem_nodes, sem_slices, sem_facts, sem_months',
]

/** Of each account and day; every fourth word was excluded as long ago as the list looks back. */
const WORDS = sized(2_000, 40)
const WORD_DAYS = 30
const fillWords: readonly string[] = [
  `insert into search_words (account_id, campaign, word, mark, marked_at, exported_at, effective_at)
    select a.id, '计划' || n % 40, '词' || n || '价格', m.mark, m.at, m.at, m.at from sem_accounts a, generate_series(1, ${WORDS}) n
      left join lateral (select 'excluded' as mark, now() - interval '${WORD_DAYS} days' as at) m on n % 4 = 0`,
  `insert into sem_nodes (account_id, level, campaign, ad_group, keyword, word_id)
    select account_id, 'word', campaign, '单元' || id % 200, '关键词' || id % 1000, id from search_words`,
  `insert into sem_facts (account_id, day, grain, node_id, shows, clicks, cost, position)
    select u.account_id, current_date - d, ${WORD_GRAIN}, u.id, u.id % 90 + d, u.id % 9, u.id % 700 / 10.0, 1
      from generate_series(1, ${2 * WORD_DAYS}) d, sem_nodes u where u.level = 'word'`,
  `insert into sem_slices (account_id, day, grain, rows, shows, clicks, cost, reported, weighted, placed)
    select account_id, day, grain, count(*), ${sums} from sem_facts f where grain = ${WORD_GRAIN} group by 1, 2, 3`,
  'vacuum (analyze) search_words, sem_nodes, sem_slices, sem_facts',
]
const bareWords = `select u.word_id, sum(shows), sum(clicks), sum(cost), sum(reported)
  from sem_facts f join sem_nodes u on u.id = f.node_id where day between $1 and $2 and grain = ${WORD_GRAIN} group by 1`

/**
 * Every third registration has a visit by a paid link and one before it: some 22,000 leads a year. One keyword has three of ten
 * leads, search words have one of ten.
 */
const fillVisits = (facts: number): readonly string[] => [
  `insert into registration_touches (registration_id, at, landing_path)
    select id, created_at - interval '2 hours', '/' from registrations where id % 3 = 0`,
  `insert into registration_touches (registration_id, at, source, medium, campaign, term, engine)
    select r.id, r.created_at - interval '1 hour', a.source, 'cpc', '计划' || named.n % 40, named.term, a.source
      from registrations r join sem_accounts a on a.id = 1 + r.id % ${ACCOUNTS} cross join lateral (
        select k.n, case r.id % 10 when 9 then '词' || k.n || '价格' else '关键词' || k.n end as term from (select 1 + r.id %
          case when r.id % 10 < 3 then 1 when r.id % 10 = 9 then ${WORDS} else ${keywordsOf(facts)} end as n) k) named
      where r.id % 3 = 0`,
  'vacuum (analyze) registration_touches',
]

const bareDays = `select day, sum(shows), sum(clicks), sum(cost), sum(weighted), sum(reported)
  from sem_slices where day between $1 and $2 and grain = ${GRAIN} group by day`
/** Registrations of a paid last visit, with what came of them. */
const bareLeads = `select day, count(*) as leads, count(trial_at) as trials, count(formal_at) as formals from (
  select (r.created_at at time zone 'Asia/Shanghai')::date as day, ${first('trial')} as trial_at, ${first('formal')} as formal_at
  from registrations r join lateral (select t.engine from registration_touches t where t.registration_id = r.id
    and t.at between r.created_at - interval '30 days' and r.created_at order by t.at desc limit 1) t on t.engine is not null
  where r.created_at >= $1::date and r.created_at < $2::date + 1) r group by day`
const bareCampaigns = `select f.account_id, u.campaign, sum(shows), sum(clicks), sum(cost), sum(position * shows), sum(reported)
  from sem_facts f join sem_nodes u on u.id = f.node_id where day between $1 and $2 and grain = ${GRAIN} group by 1, 2`

const barePairs = `select f.account_id, u.campaign, f.day, sum(shows), sum(clicks), sum(cost), sum(position * shows), sum(reported)
  from sem_facts f join sem_nodes u on u.id = f.node_id where day between $1 and $2 and grain = ${GRAIN} group by 1, 2, 3`

type Work = () => Promise<unknown>

async function against(
  what: string,
  ours: Work,
  bare: Work,
  { name, most = 2, why }: { name: string; most?: number; why?: string },
): Promise<Row> {
  const turns: { ours: number; bare: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const turn = { ours: await took(ours), bare: await took(bare) }
    if (round > 0) turns.push(turn)
  }
  const ratio = median(turns.map((turn) => turn.ours / turn.bare))
  return {
    what,
    figure: `${median(turns.map((turn) => turn.ours)).toFixed(0)} ms`,
    against: `${name} ${median(turns.map((turn) => turn.bare)).toFixed(0)} ms`,
    ratio: factor(ratio),
    toReach: `≤ ${most}`,
    isReached: ratio <= most,
    ...(why !== undefined && { why }),
  }
}

async function daysBack(pool: pg.Pool, days: number): Promise<{ from: string; to: string }> {
  const { rows } = await pool.query<{ from: string; to: string }>(
    'select (current_date - $1::int)::text as from, current_date::text as to',
    [days],
  )
  const [range] = rows
  if (!range) throw new Error('a statement without a row')
  return range
}

async function measureRegistrations(pool: pg.Pool, db: Db, registrations: number): Promise<Row[]> {
  const days = await daysBack(pool, DAYS)
  const asking = { viewer, calendar: await readWorkdays(db), now: Date.now() }
  const parts: Record<string, Work> = {
    指标: () => figuresOf(db, asking, days),
    趋势: () => trendOf(db, asking, { ...days, step: 'month' }),
    来源: () => breakdownOf(db, asking, { ...days, by: 'source' }),
    产品: () => breakdownOf(db, asking, { ...days, by: 'product' }),
    推广计划: () => breakdownOf(db, asking, { ...days, by: 'campaign' }),
    人员: () => peopleOf(db, asking, days),
    时段: () => hoursOf(db, asking, { ...days, of: 'registered' }),
  }
  const counts = () => pool.query(bare, [days.from, days.to])
  const rows: Row[] = []
  for (const [name, part] of Object.entries(parts)) {
    const what = `注册统计（${name}），三年 ${registrations.toLocaleString('en')} 条注册`
    rows.push(
      await against(what, part, counts, { name: '计数的 SQL', why: '对照只计数，不排重，也没有工作时间和中位数' }),
    )
  }
  return rows
}

const factsOfYear = (facts: number) => (ACCOUNTS * keywordsOf(facts) * SEARCH_DAYS).toLocaleString('en')

/** Before there are visits. */
async function measureDays(pool: pg.Pool, db: Db, facts: number): Promise<Row> {
  const year = await daysBack(pool, SEARCH_DAYS)
  return await against(
    `推广数据按日合计，一年 ${factsOfYear(facts)} 条，没有注册`,
    () => daySums(db, { ...year, ...usualAttribution }),
    () => pool.query(bareDays, [year.from, year.to]),
    {
      name: '逐日求和的 SQL',
      most: 1.5,
      why: '差别与数据量无关：多一次找分片的查询，和一条带注册归因的语句的计划时间',
    },
  )
}

async function countLeads(pool: pg.Pool, days: readonly [string, string]): Promise<string> {
  const { rows } = await pool.query<{ leads: string }>(bareLeads, [...days])
  return rows.reduce((sum, { leads }) => sum + Number(leads), 0).toLocaleString('en')
}

async function measureSearch(pool: pg.Pool, db: Db, facts: number): Promise<Row[]> {
  const year = await daysBack(pool, SEARCH_DAYS)
  const quarter = await daysBack(pool, PIVOT_DAYS)
  const figures = factsOfYear(facts)
  const leads = await countLeads(pool, [year.from, year.to])
  const page = { sort: 'cost', isDescending: true, limit: 20, offset: 0 }
  return [
    await against(
      `推广数据按日合计，一年 ${figures} 条和 ${leads} 条付费注册`,
      () => daySums(db, { ...year, ...usualAttribution }),
      async () => {
        await pool.query(bareDays, [year.from, year.to])
        await pool.query(bareLeads, [year.from, year.to])
      },
      { name: '逐日求和、计注册的 SQL', why: '对照不排重，不查推广计划和订单，也不跳过直接访问' },
    ),
    await against(
      `推广数据按计划合计，一年 ${figures} 条`,
      () => listSums(db, { ...year, ...usualAttribution }, 'campaign', page),
      () => pool.query(bareCampaigns, [year.from, year.to]),
      { name: '按计划求和的 SQL' },
    ),
    await against(
      `推广数据交叉统计计划 × 日，${PIVOT_DAYS} 天`,
      () => pairSums(db, { ...quarter, ...usualAttribution }, ['campaign', 'day'], 50_001),
      () => pool.query(barePairs, [quarter.from, quarter.to]),
      { name: '按计划和日求和的 SQL' },
    ),
  ]
}

async function measureWords(pool: pg.Pool, db: Db): Promise<Row[]> {
  const days = await daysBack(pool, WORD_DAYS)
  const figures = (ACCOUNTS * WORDS * WORD_DAYS).toLocaleString('en')
  const page = { current: 1, size: 20 }
  const bare = () => pool.query(bareWords, [days.from, days.to])
  const exported = (mark: 'excluded' | 'none') => async () => {
    for await (const _rows of eachWord(db, { ...days, mark }, (ACCOUNTS * WORDS) / 4));
  }
  return [
    await against(
      `搜索词列表，${WORD_DAYS} 天 ${figures} 条`,
      () => listWords(db, { ...days, ...page, mark: 'none' }),
      bare,
      {
        name: '按词求和的 SQL',
        why: '每页的行和合计各求一次和',
      },
    ),
    await against(
      `搜索词列表，已排除的 20 个词各查 30 天消费`,
      () => listWords(db, { ...days, ...page, mark: 'excluded' }),
      () => listWords(db, { ...days, ...page, mark: 'none' }),
      { name: '未标记的词', most: 1.5 },
    ),
    await against(
      `导出 ${((ACCOUNTS * WORDS) / 4).toLocaleString('en')} 个已排除的词`,
      exported('excluded'),
      exported('none'),
      { name: '未标记的词' },
    ),
    await against('搜索词分析（词根、产品、已购买的关键词）', () => analyseWords(db, days), bare, {
      name: '按词求和的 SQL',
      most: 4,
      why: '合计、词根、产品各求一次和，另查已购买的关键词',
    }),
  ]
}

const SMALL_FACTS = sized(100_000, 1_000)
const DETAILS = sized(100, 5)
/** operations.md, "Speed". */
const P99 = 1.5

/** A keyword with its campaign, as `fillSearch` names the n-th. */
const nodeOf = (n: number) => ({ campaign: `计划${n % 40}`, keyword: `关键词${n}` })
const p99 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN

/** One keyword's figures beside those of a small number of facts: a keyword has as many in both. */
async function measureDetail(large: Db, small: Db, days: { from: string; to: string }, facts: number): Promise<Row> {
  const times = { large: [] as number[], small: [] as number[] }
  const read = (db: Db, n: number) =>
    took(() => overviewOf(db, { ...days, ...usualAttribution, accountId: '1', one: nodeOf(n) }))
  const keywords = keywordsOf(SMALL_FACTS)
  for (let n = -keywords; n < DETAILS; n++) {
    const keyword = 1 + ((n + keywords) % keywords)
    const turn = { large: await read(large, keyword), small: await read(small, keyword) }
    if (n < 0) continue
    times.large.push(turn.large)
    times.small.push(turn.small)
  }
  const ratio = p99(times.large) / p99(times.small)
  return {
    what: `推广明细，一个关键词 ${PIVOT_DAYS} 天，共 ${facts.toLocaleString('en')} 条，p99`,
    figure: `${p99(times.large).toFixed(0)} ms`,
    against: `${SMALL_FACTS.toLocaleString('en')} 条 ${p99(times.small).toFixed(0)} ms`,
    ratio: factor(ratio),
    toReach: `≤ ${P99}`,
    isReached: ratio <= P99,
  }
}

export async function measureOperations({
  cluster,
  facts = FACTS,
  registrations = REGISTRATIONS,
}: Bench): Promise<Row[]> {
  const { ownerUrl } = await cluster.prepare('operations', 0)
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 8 })
  const db: Db = drizzle(pool)
  const smallPool = new pg.Pool({ connectionString: (await cluster.prepare('operations_small', 0)).ownerUrl, max: 8 })
  const run = async (on: pg.Pool, statements: readonly string[]) => {
    for (const statement of statements) await on.query(statement)
  }
  try {
    await run(smallPool, [...fill(registrations), ...fillSearch(SMALL_FACTS), ...fillVisits(SMALL_FACTS)])
    await run(pool, [...fill(registrations), ...fillSearch(facts), ...fillWords])
    const withoutLeads = await measureDays(pool, db, facts)
    await run(pool, fillVisits(facts))
    return [
      ...(await measureRegistrations(pool, db, registrations)),
      withoutLeads,
      ...(await measureSearch(pool, db, facts)),
      await measureDetail(db, drizzle(smallPool), await daysBack(pool, PIVOT_DAYS), facts),
      ...(await measureWords(pool, db)),
    ]
  } finally {
    await pool.end()
    await smallPool.end()
  }
}
