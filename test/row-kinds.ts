// Valid input of every kind of declared rows, and the rows that it names.
// Long because it is the one list of these kinds, an entry each.
import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { aiAssistants } from '#server/db/schema/ai.ts'
import { aiCases, aiSets } from '#server/db/schema/ai-evaluation.ts'
import { publishingStandards } from '#server/db/schema/articles/templates.ts'
import { calendars } from '#server/db/schema/calendars.ts'
import { newsCategories } from '#server/db/schema/catalogue.ts'
import { grantPresets, grantRules } from '#server/db/schema/members/grants.ts'
import { partners, permissionSets, thirdPowers } from '#server/db/schema/members/partners.ts'
import { monitoringRules } from '#server/db/schema/monitoring.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { differenceTables, processes, series } from '#server/db/schema/prices/series.ts'
import { reportOrders, smsClasses } from '#server/db/schema/push.ts'
import { dictionaryWords } from '#server/db/schema/system/dictionary.ts'
import { makeEnterprise, makeProduct } from './factories.ts'
import type { TestServer } from './http.ts'
import { makeQuoteItem } from './price-factories.ts'

export type Values = Record<string, unknown>
type RowTable = PgTable & { id: PgColumn; version: PgColumn }

export type RowKind = {
  table: RowTable
  /** Input of a new row; `number` tells it from all others. */
  form: (parents: Parents, number: number) => Values | Promise<Values>
  /** What an edit changes. */
  change: Values
  /** Input of a copy, beside the row's id. */
  copy?: (parents: Parents, number: number) => Values | Promise<Values>
  /** Columns in which a copy differs from its row, beside its input. */
  copyDiffers?: readonly string[]
  /** The end of the path, and the input that puts these rows in this order. */
  sort?: (ids: readonly string[], parents: Parents) => { verb: string; body: Values }
}

/** Rows that the input names. */
export type Parents = Awaited<ReturnType<typeof makeParents>>

export async function makeParents({ database, as }: TestServer) {
  let count = 0
  const { db } = database
  const product = await makeProduct(db)
  const { quoteItemId } = await makeQuoteItem(db, { productId: product.id })
  const other = await makeQuoteItem(db, { productId: product.id })
  const owner = await as('administrator')
  const [preset] = await db
    .insert(grantPresets)
    .values({ subProduct: 'oilGas', name: '七天试用', kind: 'trial', days: 7, productIds: [product.id] })
    .returning()
  const codeOf = async (id: string) =>
    (await db.select({ code: quoteItems.code }).from(quoteItems).where(eq(quoteItems.id, id)))[0]?.code ?? ''
  const [calendar] = await db.select({ id: calendars.id }).from(calendars).orderBy(calendars.id).limit(1)
  const [assistant] = await db
    .insert(aiAssistants)
    .values({ code: 'parent', name: '被评测的助手', purpose: 'chat' })
    .returning()
  const assistantId = assistant?.id ?? ''
  const [set] = await db.insert(aiSets).values({ assistantId, name: '被评测的集' }).returning()
  const enterprise = await makeEnterprise(db, { ownerId: owner.id })
  return {
    newItem: async () => (await makeQuoteItem(db, { productId: product.id })).quoteItemId,
    newCategory: async () => {
      count++
      const [made] = await db
        .insert(newsCategories)
        .values({ name: `栏目${count}` })
        .returning({ id: newsCategories.id })
      return made?.id ?? ''
    },
    assistantId,
    setId: set?.id ?? '',
    productId: product.id,
    quoteItemId,
    otherItemId: other.quoteItemId,
    code: await codeOf(quoteItemId),
    otherCode: await codeOf(other.quoteItemId),
    presetId: preset?.id ?? '',
    calendarId: calendar?.id ?? '',
    enterpriseId: enterprise.id,
    ownerId: owner.id,
  }
}

const itemTarget = async ({ newItem }: Parents) => ({
  level: 'item',
  categoryId: null,
  productId: null,
  quoteItemId: await newItem(),
  seriesId: null,
  importName: '',
})

const due = ({ calendarId, ownerId }: Parents) => ({
  calendarId,
  frequency: 'weekdays',
  weekdays: [1, 3],
  nth: -1,
  dueTime: '12:00',
  warnMinutes: 30,
  graceMinutes: 10,
  escalateMinutes: null,
  ownerId,
  deputyId: null,
  channel: 'notice',
  remark: '日价',
})

/** By the path of their calls. */
export const kinds: Readonly<Record<string, RowKind>> = {
  '/api/backend/system/dictionary': {
    table: dictionaryWords,
    form: (_, n) => ({ dictionary: 'industry', word: `行业${n}`, remark: '行业分类' }),
    change: { remark: '改过' },
    sort: (ids) => ({ verb: 'sort', body: { dictionary: 'industry', ids } }),
  },
  '/api/backend/ai/assistant': {
    table: aiAssistants,
    form: ({ productId }, n) => ({
      name: `助手${n}`,
      code: `helper-${n}`,
      purpose: 'chat',
      productIds: [productId],
      openings: ['今天多少钱？'],
      remark: '会员问答',
    }),
    change: { remark: '改过' },
    copyDiffers: ['name', 'code'],
  },
  '/api/backend/ai/assistant/set': {
    table: aiSets,
    form: ({ assistantId }, n) => ({ assistantId, name: `评测集${n}`, isGate: true, remark: '报价' }),
    change: { isGate: false },
  },
  '/api/backend/ai/assistant/case': {
    table: aiCases,
    form: ({ setId, quoteItemId }, n) => ({
      setId,
      question: `昨天多少？${n}`,
      loginName: '',
      asKnownAt: null,
      quoteItemId,
      relativeDay: 'yesterday',
      part: 'average',
      mustCite: '',
      mustRefuse: false,
      mustContain: ['元/吨'],
      mustNotContain: [],
    }),
    change: { mustRefuse: true },
  },
  '/api/backend/articles/newsCategory': {
    table: newsCategories,
    form: ({ productId }, n) => ({
      name: `分类${n}`,
      englishName: `Category ${n}`,
      productId,
      freePart: 'opening',
      sort: n,
    }),
    change: { englishName: 'Changed' },
  },
  '/api/backend/articles/standard': {
    table: publishingStandards,
    form: async ({ newCategory, ownerId }, n) => ({
      name: `标准${n}`,
      edition: 'zh',
      newsCategoryId: await newCategory(),
      kind: 'daily',
      leastWords: 100,
      mostWords: 900,
      leastPictures: 1,
      leastSummary: 10,
      mostSummary: null,
      requiredFields: ['summary'],
      sources: ['本网'],
      forbiddenWords: ['暴涨'],
      timesADay: 2,
      deadline: '17:00',
      reviewSteps: 2,
      firstReviewerIds: [ownerId],
      secondReviewerIds: [ownerId],
      remark: '日评',
    }),
    change: { forbiddenWords: ['暴涨', '暴跌'] },
    copy: async ({ newCategory }, n) => ({ name: `标准${n}`, newsCategoryId: await newCategory(), kind: 'weekly' }),
  },
  '/api/backend/member/preset': {
    table: grantPresets,
    form: ({ productId }, n) => ({
      subProduct: 'oilGas',
      name: `方案${n}`,
      kind: 'trial',
      days: 7,
      productIds: [productId],
      modules: ['price'],
      quota: 20,
      isEnabled: true,
      remark: '试用',
    }),
    change: { days: 14 },
    copyDiffers: ['name'],
  },
  '/api/backend/member/grantRule': {
    table: grantRules,
    form: ({ presetId }, n) => ({
      subProduct: 'oilGas',
      name: `规则${n}`,
      source: '',
      province: '',
      presetId,
      isEnabled: true,
    }),
    change: { name: '改过的规则' },
    copyDiffers: ['name', 'isEnabled', 'sort'],
    sort: ([id]) => ({ verb: 'move', body: { id, to: 'first' } }),
  },
  '/api/backend/member/partner': {
    table: partners,
    form: ({ ownerId }, n) => ({
      name: `伙伴${n}`,
      code: `partner-${n}`,
      contact: '周经理',
      mobile: '0571-88880000',
      domains: ['www.example.com'],
      permissionSetId: null,
      endsOn: '2036-12-31',
      ownerId,
      remark: '嵌入',
    }),
    change: { contact: '吴经理' },
  },
  '/api/backend/member/permissionSet': {
    table: permissionSets,
    form: ({ productId }, n) => ({
      name: `权限方案${n}`,
      subProducts: ['bigData'],
      modules: ['price'],
      productIds: [productId],
      remark: '基础',
    }),
    change: { remark: '改过' },
    copy: (_, n) => ({ name: `权限方案${n}` }),
  },
  '/api/backend/member/thirdPower': {
    table: thirdPowers,
    form: ({ productId }, n) => ({
      subProduct: 'bigData',
      name: `第三方${n}`,
      appId: `app-${n}`,
      productIds: [productId],
      modules: ['price'],
      addresses: ['192.0.2.7'],
      endsOn: null,
      remark: '接口',
    }),
    change: { addresses: ['192.0.2.8'] },
  },
  '/api/backend/monitoring/calendar': {
    table: calendars,
    form: (_, n) => ({ name: `日历${n}`, code: `days${n}`, weekdays: [1, 2, 3], isYearly: false, remark: '交易所' }),
    change: { weekdays: [1, 2] },
  },
  '/api/backend/monitoring/rule': {
    table: monitoringRules,
    form: async (parents, n) => ({
      name: `监控${n}`,
      kind: 'price',
      ...(await itemTarget(parents)),
      ...due(parents),
    }),
    change: { dueTime: '13:00' },
    copy: async (parents, n) => ({ name: `监控${n}`, ...(await itemTarget(parents)) }),
  },
  '/api/backend/monitoring/articleRule': {
    table: monitoringRules,
    form: async (parents, n) => ({
      name: `资讯监控${n}`,
      edition: 'zh',
      newsCategoryId: await parents.newCategory(),
      articleKind: 'daily',
      wanted: 2,
      ...due(parents),
    }),
    change: { dueTime: '13:00' },
    copy: async ({ newCategory }, n) => ({
      name: `资讯监控${n}`,
      edition: 'zh',
      newsCategoryId: await newCategory(),
      articleKind: 'weekly',
    }),
  },
  '/api/backend/prices/quoteItem': {
    table: quoteItems,
    form: ({ productId, ownerId }, n) => ({
      productId,
      name: `螺纹钢${n}`,
      englishName: 'Rebar',
      market: '天津',
      specification: 'HRB400E',
      brand: '沙钢',
      regionId: null,
      unit: '元/吨',
      currency: 'CNY',
      isTaxIncluded: true,
      delivery: '仓库自提',
      kind: 'range',
      decimals: 0,
      allowsNegative: true,
      calendarId: null,
      frequency: 'weekdays',
      weekdays: [1, 4],
      dueTime: '16:30',
      usualMove: '3.5',
      lowest: '-10',
      highest: '9000',
      source: 'inquiry',
      method: '每日询价',
      analystId: ownerId,
      deputyId: null,
    }),
    change: { market: '上海' },
    copy: (_, n) => ({ name: `螺纹钢${n}`, specification: 'HRB500E' }),
    copyDiffers: ['code', 'nameKey', 'sort', 'activeSince'],
    sort: (ids, { productId }) => ({ verb: 'sort', body: { productId, ids } }),
  },
  '/api/backend/prices/series': {
    table: series,
    form: ({ productId, code }, n) => ({
      productId,
      name: `系列${n}`,
      englishName: 'Series',
      unit: '元/吨',
      decimals: 2,
      withinDays: 3,
      remark: '价差',
      formula: `${code} * 2`,
      validFrom: null,
    }),
    change: { remark: '改过' },
  },
  '/api/backend/prices/process': {
    table: processes,
    form: ({ productId, code, otherCode }, n) => ({
      productId,
      name: `工序${n}`,
      englishName: 'Process',
      unit: '元/吨',
      decimals: 1,
      withinDays: 3,
      remark: '炼钢',
      terms: [
        { side: 'input', code: otherCode, name: '', coefficient: '1.6', conversion: '1', amount: null },
        { side: 'output', code, name: '', coefficient: '1', conversion: '1', amount: null },
        { side: 'fixed', code: null, name: '加工费', coefficient: null, conversion: null, amount: '780' },
      ],
      validFrom: null,
    }),
    change: { remark: '改过' },
    copy: (_, n) => ({ name: `工序${n}` }),
  },
  '/api/backend/prices/difference': {
    table: differenceTables,
    form: ({ productId, quoteItemId, otherItemId }, n) => ({
      productId,
      name: `价差表${n}`,
      baseItemId: quoteItemId,
      remark: '钢材',
      rows: [
        { id: null, kind: 'grade', name: 'HRB500E', comparedItemId: null },
        { id: null, kind: 'place', name: '北京', comparedItemId: otherItemId },
      ],
    }),
    change: { remark: '改过' },
  },
  '/api/backend/push/reportOrder': {
    table: reportOrders,
    form: ({ enterpriseId }, n) => ({
      enterpriseId,
      title: `月报${n}`,
      contents: '价格',
      rhythm: 'monthly',
      startsOn: '2026-01-31',
      endsOn: '2036-12-31',
      contactName: '周经理',
      contactEmail: 'zhou@example.com',
      price: '36000.00',
      remark: '年单',
      isEnabled: true,
    }),
    change: { contactName: '吴经理' },
  },
  '/api/backend/push/smsClass': {
    table: smsClasses,
    form: ({ productId, quoteItemId }, n) => ({
      name: `日价${n}`,
      purpose: 'push',
      subProductKey: 'bigData',
      productId,
      sign: '价格中心',
      template: `SMS_${n}`,
      text: '{{姓名}}：{{品名1}}{{价格1}}元',
      quoteItemIds: [quoteItemId],
      isAdvert: false,
      sendTime: '17:00',
      partPrice: '0.0450',
      correctionText: '',
      correctionTemplate: '',
      remark: '每日',
    }),
    change: { sendTime: '18:00' },
    sort: (ids) => ({ verb: 'sort', body: { ids } }),
  },
}
