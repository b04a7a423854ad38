// Search words: what people typed before they saw an advertisement, and what is to become of each.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { PagedWithSums } from '#contract/envelope.ts'
import { exportCall } from '#contract/exports.ts'
import { Choice, Fields, Id, listFields, Moment, Nullable, OneOf, Text } from '#contract/fields.ts'
import {
  accountMarks,
  markStateLabels,
  searchSourceLabels,
  type WordMark,
  wordMarks,
  wordMatchLabels,
  wordOfferLabels,
} from './search-labels.ts'
import { NAME_MAX, searchTerms } from './search-marketing.ts'

const root = '/api/backend/operate/searchWords'
const MENU = 'semSearch'

/** Characters of why a word was marked. */
export const REASON_MAX = 200
/** Most words of one act. */
export const WORDS_MAX = 500
/** Most parts of words, and products, that words are counted by. */
export const WORD_PARTS = 200
/** Most words of a file for the account. */
export const TAKEN_MAX = 50_000

const view = anyOf(can(MENU, 'view'), can('semDetail', 'view'))
const Mark = Type.Unsafe<WordMark>({ type: 'string', enum: [...wordMarks], title: '标记' })
const { from, to, source, currency, accountId, campaign } = searchTerms

export const SearchWordQuery = Fields({
  ...listFields([
    ...([
      'word',
      'campaign',
      'shows',
      'clicks',
      'clickRate',
      'cost',
      'costPerClick',
      'leads',
      'reported',
      'markedAt',
    ] as const),
  ]),
  from,
  to,
  source,
  currency,
  accountId,
  campaign,
  /** The whole name of a campaign, where `campaign` is a part of it. */
  campaignIs: Type.Optional(Text('计划', NAME_MAX)),
  word: Type.Optional(Text('搜索词', NAME_MAX)),
  mark: Type.Optional(OneOf('标记', [...wordMarks, 'none'])),
  /** A part as `analyseSearchWords` has it: two characters, or a whole word of letters and digits. */
  part: Type.Optional(Text('词根', 32)),
  /** The product that a word is about; `none`: about nothing that is ours. */
  about: Type.Optional(
    Type.String({ title: '产品', pattern: '^(none|[1-9][0-9]{0,18})$', messages: { pattern: '产品不正确' } }),
  ),
  offer: Type.Optional(Choice('建议', wordOfferLabels)),
})
export type SearchWordQuery = Static<typeof SearchWordQuery>

const SearchWordRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  source: Choice('来源', searchSourceLabels),
  accountId: Type.String(),
  account: Type.String(),
  campaign: Type.String(),
  word: Type.String(),
  keywords: Type.String({ description: 'keywords that it came by' }),
  mark: Nullable(Mark),
  match: Choice('匹配', wordMatchLabels),
  reason: Type.String(),
  state: Nullable(Choice('状态', markStateLabels)),
  markedByName: Type.String(),
  markedAt: Nullable(Type.String()),
  savedCost: Nullable(
    Type.String({ description: 'of an exclusion that later reports prove: what the word cost in the 30 days before' }),
  ),
  shows: Type.Integer(),
  clicks: Type.Integer(),
  clickRate: Nullable(Type.String({ description: '%' })),
  cost: Type.String(),
  costPerClick: Nullable(Type.String()),
  reported: Type.Integer(),
  leads: Type.Number({ description: 'registrations whose visit names the word, by their shares' }),
  product: Type.String({ description: 'ours that the word is about; empty: none' }),
})
export type SearchWordRow = Static<typeof SearchWordRow>

const Sum = Type.String()

/** Words that were reported in these days, each once for its campaign. */
export const querySearchWords = readCall('搜索词列表', `${root}/page`, view, {
  body: SearchWordQuery,
  data: PagedWithSums(SearchWordRow, { shows: Sum, clicks: Sum, cost: Sum, reported: Sum, leads: Sum }),
})

const Counted = Type.Object({ words: Type.Integer(), cost: Type.String() })

/** What the list finds, by mark and source. */
export const countSearchWords = readCall('搜索词统计', `${root}/count`, can(MENU, 'count'), {
  body: SearchWordQuery,
  data: Type.Object({
    total: Counted,
    marks: Type.Array(Type.Object({ mark: Nullable(Mark), ...Counted.properties })),
    sources: Type.Array(Type.Object({ source: Choice('来源', searchSourceLabels), ...Counted.properties })),
  }),
})

/** Products that a word may be about. */
export const queryWordProducts = readCall('搜索词的产品', `${root}/products`, view, {
  body: Fields({}),
  data: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
})

const Part = Type.Object({
  ...Counted.properties,
  clicks: Type.Integer(),
  leads: Type.Number(),
})

/**
 * What the list finds by the parts of its words and by our products, most expensive first. A word counts for each of its parts
 * once, and for one product alone: the longest name in it.
 */
export const analyseSearchWords = readCall('搜索词分析', `${root}/analyse`, can(MENU, 'count'), {
  body: SearchWordQuery,
  data: Type.Object({
    total: Part,
    parts: Type.Array(Type.Object({ part: Type.String(), ...Part.properties })),
    products: Type.Array(
      Type.Object({
        id: Nullable(Type.String({ description: 'null: about nothing that is ours' })),
        name: Type.String(),
        isBought: Type.Boolean({ description: 'a keyword that an account buys now has its name' }),
        ...Part.properties,
      }),
    ),
  }),
})
export type WordAnalysis = Static<typeof analyseSearchWords.data>

const MarkedWord = Fields({
  id: Id('搜索词'),
  version: Type.Integer({ title: '版本', minimum: 1 }),
  mark: Nullable(Mark),
  match: Type.Optional(Choice('匹配', wordMatchLabels)),
  /** Left out: the one that the word has, unless its mark becomes another. */
  reason: Type.Optional(Text('原因', REASON_MAX)),
  /** What the account knows of a mark that comes back, as the reply of the act had it that is taken back. */
  exportedAt: Type.Optional(Nullable(Moment('下载时间'))),
  effectiveAt: Type.Optional(Nullable(Moment('生效时间'))),
})

const Marked = Type.Array(
  Type.Object({
    id: Type.String(),
    version: Type.Integer(),
    before: Nullable(Mark),
    matchBefore: Choice('匹配', wordMatchLabels),
    reasonBefore: Type.String(),
    exportedBefore: Nullable(Type.String()),
    effectiveBefore: Nullable(Type.String()),
  }),
)
export type MarkedWords = Static<typeof Marked>

/**
 * 601 where somebody has marked it since. 409 where an exclusion would stop a keyword that is bought. What was before takes it back.
 */
export const markSearchWord = writeCall(
  '标记搜索词',
  `${root}/mark`,
  anyOf(can(MENU, 'edit'), can('semDetail', 'edit')),
  { body: Fields({ words: Type.Array(MarkedWord, { title: '搜索词', minItems: 1, maxItems: 1 }) }), data: Marked },
)

/** The same of many: all or none. */
export const markSearchWords = writeCall('批量标记搜索词', `${root}/markBatch`, can(MENU, 'batchEdit'), {
  body: Fields({ words: Type.Array(MarkedWord, { title: '搜索词', minItems: 1, maxItems: WORDS_MAX }) }),
  data: Marked,
})

/**
 * The marked words of an account that were not written into a file yet, in the form that its bulk import takes; with `again`
 * all of them. 409 where there are none.
 */
export const takeMarkedWords = writeCall('下载标记的搜索词', `${root}/take`, can(MENU, 'exportBtn'), {
  body: Fields({
    accountId: Id('账号'),
    mark: OneOf('标记', accountMarks),
    again: Type.Optional(Type.Boolean({ title: '包含已下载的' })),
  }),
  data: Type.Object({ name: Type.String(), content: Type.String({ description: 'a .csv in base64' }) }),
})

/** Accounts with marked words, and how many of each. */
export const queryMarkedAccounts = readCall('有标记的账号', `${root}/marked`, can(MENU, 'exportBtn'), {
  body: Fields({}),
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      source: Choice('来源', searchSourceLabels),
      name: Type.String(),
      excluded: Type.Integer(),
      wanted: Type.Integer(),
      open: Type.Object({ excluded: Type.Integer(), wanted: Type.Integer() }, { description: 'not in a file yet' }),
    }),
  ),
})

export const exportSearchWords = exportCall('搜索词', `${root}/export`, can(MENU, 'exportBtn'), {
  query: SearchWordQuery,
  columns: [
    { key: 'source', header: '来源', width: 10 },
    { key: 'account', header: '账号', width: 18 },
    { key: 'campaign', header: '计划', width: 24 },
    { key: 'word', header: '搜索词', width: 28 },
    { key: 'keywords', header: '触发的关键词', width: 28 },
    { key: 'mark', header: '标记', width: 8 },
    { key: 'match', header: '匹配', width: 8 },
    { key: 'state', header: '状态', width: 10 },
    { key: 'reason', header: '原因', width: 24 },
    { key: 'savedCost', header: '排除前 30 天消费（元）', width: 18, as: 'number' },
    { key: 'shows', header: '展现量', width: 12, as: 'number' },
    { key: 'clicks', header: '点击量', width: 12, as: 'number' },
    {
      key: 'clickRate',
      header: '点击率（%）',
      width: 12,
      as: 'number',
      ratio: { of: 'clicks', by: 'shows', times: 100 },
    },
    { key: 'cost', header: '消费（元）', width: 14, as: 'number' },
    { key: 'costPerClick', header: '点击单价（元）', width: 14, as: 'number', ratio: { of: 'cost', by: 'clicks' } },
    { key: 'leads', header: '注册', width: 10, as: 'number' },
    { key: 'reported', header: '平台线索', width: 10, as: 'number' },
    { key: 'product', header: '产品', width: 16 },
    { key: 'markedByName', header: '标记人', width: 12 },
    { key: 'markedAt', header: '标记时间', width: 18, as: 'moment' },
  ],
})
