// Templates that fill from the demo's prices, and publishing standards: ten templates for every product, and a daily
// comment for each of thirty quoted products.
import { sql } from 'drizzle-orm'
import type { ArticleKind, Edition } from '#contract/articles/article-labels.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import {
  articleTemplateProducts,
  articleTemplates,
  articleTemplateVersions,
  publishingStandards,
} from '../../schema/articles/templates.ts'
import { newsCategories } from '../../schema/catalogue.ts'

type Plan = {
  name: string
  edition: Edition
  kind: ArticleKind
  title: string
  summary: string
  lines: readonly string[]
  productId?: string
}

const heading = (text: string): BodyNode => ({
  type: 'heading',
  attrs: { level: 3 },
  content: [{ type: 'text', text }],
})
const paragraph = (text: string): BodyNode => ({ type: 'paragraph', content: [{ type: 'text', text }] })
/** A line with `# ` is a heading. */
const bodyOf = (lines: readonly string[]): BodyNode => ({
  type: 'doc',
  content: lines.map((line) => (line.startsWith('# ') ? heading(line.slice(2)) : paragraph(line))),
})

const moved =
  '{{上涨:#1}}较上一期上调 {{价格:#1|涨跌}}{{/上涨}}{{下跌:#1}}较上一期变动 {{价格:#1|涨跌}}{{/下跌}}{{持平:#1}}与上一期持平{{/持平}}'
const quoted = '{{价格:#1|名称}}{{价格:#1|市场}}报 {{价格:#1|区间}} {{价格:#1|单位}}，均价 {{价格:#1}}，'
const tone =
  '{{上涨:#1}}买盘询价增多，持货商报价坚挺，低价货源减少。{{/上涨}}{{下跌:#1}}下游按需采购，部分持货商让利出货，成交以小单为主。{{/下跌}}{{持平:#1}}供需双方观望，报价变动不大，成交平淡。{{/持平}}'

const general: readonly Plan[] = [
  {
    name: '通用早报',
    edition: 'zh',
    kind: 'morning',
    title: '{{产品}}{{日期}}早报',
    summary: `{{产品}}市场${moved}，均价 {{价格:#1}} {{价格:#1|单位}}。`,
    lines: [
      '# 价格概览',
      `{{日期|年月日}}（{{日期|星期}}），${quoted}${moved}。`,
      '{{价格表:本产品}}',
      '# 市场情况',
      tone,
      '# 走势',
      '{{图:#1|30}}',
    ],
  },
  {
    name: '通用日评',
    edition: 'zh',
    kind: 'daily',
    title: '{{产品}}市场日评（{{日期}}）',
    summary: `今日{{产品}}${moved}。`,
    lines: [
      `{{日期}}，${quoted}${moved}，幅度 {{价格:#1|幅度}}。`,
      tone,
      '{{价格表:本产品}}',
      '后市预计短期以平稳整理为主，关注装置变动与下游补库节奏。',
    ],
  },
  {
    name: '价格快讯',
    edition: 'zh',
    kind: 'flash',
    title: '{{产品}}{{日期}}价格快讯',
    summary: '',
    lines: [`${quoted}${moved}。`],
  },
  {
    name: '通用周报',
    edition: 'zh',
    kind: 'weekly',
    title: '{{产品}}一周回顾（截至{{日期}}）',
    summary: `截至{{日期}}，{{产品}}均价 {{价格:#1}} {{价格:#1|单位}}。`,
    lines: [
      '# 本周价格',
      `${quoted}${moved}。`,
      '{{价格表:本产品}}',
      '{{图:#1|90}}',
      '# 供需',
      tone,
      '# 下周预测',
      '预计下周维持区间震荡，建议按需采购。',
    ],
  },
  {
    name: '通用月报',
    edition: 'zh',
    kind: 'monthly',
    title: '{{产品}}{{日期|月份}}月报',
    summary: `{{日期|月份}}{{产品}}行情回顾与展望。`,
    lines: [
      '# 行情回顾',
      `${quoted}${moved}。`,
      '{{图:#1|180}}',
      '# 价格汇总',
      '{{价格表:本产品}}',
      '# 展望',
      '后期重点关注成本端变化与进出口动向。',
    ],
  },
  {
    name: '午间简评',
    edition: 'zh',
    kind: 'flash',
    title: '{{产品}}午间简评（{{日期}}）',
    summary: '',
    lines: [`午间${quoted}${moved}。`, tone],
  },
  {
    name: '行情专题',
    edition: 'zh',
    kind: 'analysis',
    title: '{{产品}}走势分析（{{日期|年月日}}）',
    summary: '从价格、供应与需求三方面分析近期走势。',
    lines: [
      '# 价格',
      `${quoted}${moved}。`,
      '{{图:#1|365}}',
      '# 供应',
      '装置负荷总体平稳，库存处于合理水平。',
      '# 需求',
      tone,
    ],
  },
  {
    name: 'Daily comment',
    edition: 'en',
    kind: 'daily',
    title: '{{产品}} daily comment, {{日期|年月日}}',
    summary: 'Average {{价格:#1}} {{价格:#1|单位}}.',
    lines: [
      'Offers stood at {{价格:#1|区间}}, with an average of {{价格:#1}} {{价格:#1|单位}}.',
      '{{上涨:#1}}Sellers raised offers on firm enquiries.{{/上涨}}{{下跌:#1}}Sellers gave way on thin demand.{{/下跌}}{{持平:#1}}Offers were unchanged in quiet trade.{{/持平}}',
      '{{价格表:本产品}}',
    ],
  },
  {
    name: 'Price flash',
    edition: 'en',
    kind: 'flash',
    title: '{{产品}} price flash, {{日期|年月日}}',
    summary: '',
    lines: ['{{价格:#1|名称}}: {{价格:#1|区间}} {{价格:#1|单位}}, average {{价格:#1}}, change {{价格:#1|涨跌}}.'],
  },
  {
    name: 'Weekly review',
    edition: 'en',
    kind: 'weekly',
    title: '{{产品}} weekly review to {{日期|年月日}}',
    summary: 'The week in prices.',
    lines: [
      '# Prices',
      '{{价格表:本产品}}',
      '{{图:#1|90}}',
      '# Outlook',
      'Prices are expected to move within the recent range.',
    ],
  },
]

const PRODUCTS = 30

type Quoted = { id: string; name: string; codes: string[] }

/** Products with the most quote items. */
async function quotedProducts(tx: Tx): Promise<Quoted[]> {
  const { rows } = await tx.execute<Quoted>(sql`
    select p.id::text as id, p.name, array_agg(i.code order by i.sort, i.id) as codes
      from products p join quote_items i on i.product_id = p.id and i.status = 'update'
      where p.is_show group by p.id order by count(*) desc, p.id limit ${PRODUCTS}`)
  return rows
}

const ofProduct = ({ id, name, codes }: Quoted): Plan => {
  const [first = '#1', second = first] = codes
  return {
    name: `${name}市场日评`,
    edition: 'zh',
    kind: 'daily',
    productId: id,
    title: `${name}市场日评（{{日期}}）`,
    summary: `${name}均价 {{价格:${first}}} {{价格:${first}|单位}}。`,
    lines: [
      `{{日期}}，{{价格:${first}|名称}}报 {{价格:${first}|区间}} {{价格:${first}|单位}}，均价 {{价格:${first}}}。`,
      `{{上涨:${first}}}市场气氛转暖，{{价格:${second}|名称}}报 {{价格:${second}|区间}}。{{/上涨}}{{下跌:${first}}}市场气氛偏弱，{{价格:${second}|名称}}报 {{价格:${second}|区间}}。{{/下跌}}{{持平:${first}}}市场变动有限。{{/持平}}`,
      `{{价格表:${codes.slice(0, 8).join('、')}}}`,
      `{{图:${first}|30}}`,
    ],
  }
}

async function addTemplate(tx: Tx, plan: Plan, newsCategoryId: string | null): Promise<void> {
  const { name, edition, kind, title, summary, lines, productId } = plan
  const [template] = await tx
    .insert(articleTemplates)
    .values({ name, edition, kind, newsCategoryId })
    .returning({ id: articleTemplates.id })
  const templateId = template?.id ?? ''
  const texts = { title, summary, keywords: [], channels: ['officialWebsite'], source: '本站' }
  const [version] = await tx
    .insert(articleTemplateVersions)
    .values({ templateId, number: 1, ...texts, body: bodyOf(lines), byName: '示例数据' })
    .returning({ id: articleTemplateVersions.id })
  await tx.execute(
    sql`update ${articleTemplates} set head_id = ${version?.id ?? null}::bigint where id = ${templateId}::bigint`,
  )
  if (productId) await tx.insert(articleTemplateProducts).values({ templateId, productId })
}

const usual = {
  leastPictures: 0,
  leastSummary: 0,
  requiredFields: ['source'],
  forbiddenWords: ['最佳', '第一品牌', '稳赚'],
}

export async function addArticleTemplates(tx: Tx): Promise<void> {
  if (!(await isEmpty(tx, articleTemplates))) return
  const found = await tx.select({ id: newsCategories.id, name: newsCategories.name }).from(newsCategories)
  const review = found.find(({ name }) => name === '市场综述')?.id ?? null
  for (const plan of general) await addTemplate(tx, plan, review)
  for (const product of await quotedProducts(tx)) await addTemplate(tx, ofProduct(product), review)
  await tx.insert(publishingStandards).values([
    { ...usual, name: '全部资讯', leastWords: 20, mostWords: 20_000 },
    { ...usual, name: '快讯', kind: 'flash', leastWords: 10, mostWords: 500, timesADay: 2, deadline: '17:30' },
    { ...usual, name: '早报', kind: 'morning', leastWords: 60, leastSummary: 10, timesADay: 1, deadline: '09:30' },
    { ...usual, name: '周报', kind: 'weekly', leastWords: 100, leastSummary: 5, reviewSteps: 2 },
    { ...usual, name: '月报', kind: 'monthly', leastWords: 100, leastSummary: 5, reviewSteps: 2 },
  ])
}
