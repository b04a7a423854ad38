// Renders a push as a mail: text, table and charts of its prices, files, in one layout.
import { Decimal } from 'decimal.js'
import { changeNote } from '#contract/articles/bound-figures.ts'
import { grouped, NO_FIGURE, signed } from '#contract/articles/figure-format.ts'
import { PUSH_CHARTS_MAX, type PushForm } from '#contract/push/pushes.ts'
import { CHART_HEIGHT, CHART_WIDTH, drawChart } from '#server/core/mail/chart-picture.ts'
import { type MailBlock, type MailCell, type MailColumn, mailHtml, mailText } from '#server/core/mail/mail-layout.ts'
import { UNSUBSCRIBE } from '#server/core/outbox/compose.ts'
import type { ShownArticle } from '#server/features/articles/published.queries.ts'
import { articleParts } from './article-mail.ts'
import type { CorrectedArticle } from './articles.queries.ts'
import type { AttachedFile, CorrectedPrice, Sender, ShownItem } from './contents.queries.ts'

/** `pictures` are rendered for the mail, `files` are stored ids; both by their name in the mail. */
export type Rendered = {
  subject: string
  html: string
  text: string
  pictures: ReadonlyMap<string, Buffer>
  files: ReadonlyMap<string, string>
}

/** `tooLarge`: not attached, but named in the mail. */
export type MailFiles = { attached: AttachedFile[]; tooLarge: AttachedFile[] }

type Contents = Pick<PushForm, 'subject' | 'text' | 'chartDays'> & {
  items: readonly ShownItem[]
  articles: readonly ShownArticle[]
  /** In a correction: prices that have changed since the corrected push, and articles that it only names. */
  corrected: { prices: readonly CorrectedPrice[]; articles: readonly CorrectedArticle[] } | null
  files: MailFiles
  sender: Sender
  isTracked: boolean
}

type Named = Pick<ShownItem, 'product' | 'name' | 'market' | 'specification'>
/** Leaves out parts that another contains, as names of items often contain product and market. */
export function nameOf({ product, name, market, specification }: Named): string {
  const parts = [...new Set([product, name, specification, market])].filter((part) => part !== '')
  return parts.filter((part) => !parts.some((other) => other !== part && other.includes(part))).join(' · ')
}

const figure = (value: string, decimals: number) => grouped(new Decimal(value).toFixed(decimals))
const moved = (value: Decimal, decimals: number, unit = '') => grouped(signed(`${value.toFixed(decimals)}${unit}`))
const toneOf = (value: Decimal) => (value.isZero() ? 'quiet' : value.isPositive() ? 'rise' : 'fall')

function rowOf(item: ShownItem): MailCell[] {
  const [last, before] = item.prices
  const name = { text: nameOf(item) }
  if (!last) return [name, ...Array.from({ length: 6 }, () => ({ text: NO_FIGURE, tone: 'quiet' as const }))]
  const cell = (value: string) => ({ text: figure(value, item.decimals) })
  const change = before && new Decimal(last.average).minus(before.average)
  const percent =
    change &&
    before &&
    !new Decimal(before.average).isZero() &&
    change.times(100).div(new Decimal(before.average).abs())
  const cellOfMove = (value: Decimal | false | undefined, decimals: number, unit?: string): MailCell =>
    value ? { text: moved(value, decimals, unit), tone: toneOf(value) } : { text: NO_FIGURE, tone: 'quiet' }
  return [
    name,
    cell(last.average),
    cell(last.low),
    cell(last.high),
    cellOfMove(change, item.decimals),
    cellOfMove(percent, 2, '%'),
    { text: last.day.slice(5) },
  ]
}

const right = { align: 'right' as const }
const priceColumns: readonly MailColumn[] = [
  { label: '品种' },
  { label: '均价', ...right },
  { label: '低价', ...right, isMinor: true },
  { label: '高价', ...right, isMinor: true },
  { label: '涨跌', ...right },
  { label: '幅度', ...right, isMinor: true },
  { label: '日期', ...right },
]

/** One table for each unit and tax basis, as a column of figures has one unit. */
function tables(items: readonly ShownItem[]): MailBlock[] {
  const unitOf = ({ unit, isTaxIncluded }: ShownItem) => `${unit}，${isTaxIncluded ? '含税' : '不含税'}`
  return [...Map.groupBy(items, unitOf)].map(([unit, rows], at) => ({
    kind: 'table',
    title: at === 0 ? '价格' : `价格（${unit}）`,
    note: `单位：${unit}。涨跌为均价与上一发布日相比。`,
    columns: priceColumns,
    rows: rows.map(rowOf),
  }))
}

const correctedParts = { average: '均价', low: '低价', high: '高价' } as const

/** A row for each figure that has changed; a withdrawn price has one. */
function correctedRows({ day, was, is, unit, decimals, ...item }: CorrectedPrice): MailCell[][] {
  const row = (part: keyof typeof correctedParts, now: string): MailCell[] => [
    { text: nameOf(item) },
    { text: day },
    { text: correctedParts[part] },
    { text: figure(was[part], decimals), tone: 'quiet' },
    { text: now },
    { text: unit },
  ]
  if (is === null) return [row('average', '撤回')]
  const parts = Object.keys(correctedParts) as (keyof typeof correctedParts)[]
  return parts
    .filter((part) => !new Decimal(was[part]).equals(is[part]))
    .map((part) => row(part, figure(is[part], decimals)))
}

const correctedTable = (corrected: readonly CorrectedPrice[]): MailBlock => ({
  kind: 'table',
  title: '更正',
  note: '请以更正后的价格为准。由此给您带来不便，敬请谅解。',
  columns: [
    { label: '品种' },
    { label: '日期', align: 'right' },
    { label: '项目', align: 'right' },
    { label: '原价格', align: 'right' },
    { label: '更正后', align: 'right' },
    { label: '单位', align: 'right', isMinor: true },
  ],
  rows: corrected.flatMap(correctedRows),
})

const named = (corrected: readonly CorrectedArticle[]): MailBlock[] =>
  corrected.map(({ title, isTakenDown }) => ({
    kind: 'text',
    text: `《${title.replaceAll('{{', '{\u200b{')}》${isTakenDown ? '已撤回，请勿再引用或转发。' : '已更正，请登录网站查看。'}`,
  }))

const correction = ({ prices, articles }: NonNullable<Contents['corrected']>): MailBlock[] => [
  ...(prices.length > 0 ? [correctedTable(prices)] : []),
  ...named(articles),
]

function charts(items: readonly ShownItem[], chartDays: number) {
  const pictures = new Map<string, Buffer>()
  const blocks: MailBlock[] = []
  if (chartDays === 0) return { pictures, blocks }
  for (const item of items.filter(({ prices }) => prices.length > 1).slice(0, PUSH_CHARTS_MAX)) {
    const points = item.prices.toReversed()
    const [first, last] = [points[0], points.at(-1)]
    if (!first || !last) continue
    const cid = `chart-${item.id}`
    pictures.set(
      cid,
      drawChart(
        points.map(({ day, low, high, average }) => ({
          day,
          low: Number(low),
          high: Number(high),
          average: Number(average),
        })),
      ),
    )
    blocks.push({
      kind: 'picture',
      cid,
      title: `${nameOf(item)}（${item.unit}）`,
      alt: `${first.day} 均价 ${figure(first.average, item.decimals)}，${last.day} 均价 ${figure(last.average, item.decimals)}`,
      width: CHART_WIDTH,
      height: CHART_HEIGHT,
    })
    if (item.since !== null) blocks.push({ kind: 'note', text: changeNote(item.since) })
  }
  return { pictures, blocks }
}

/** Braces in names are text, not fields. */
const namesOf = (files: readonly AttachedFile[]) => files.map(({ name }) => name.replaceAll('{{', '{\u200b{'))

function fileBlocks({ attached, tooLarge }: MailFiles): MailBlock[] {
  const blocks: MailBlock[] = []
  if (attached.length > 0) blocks.push({ kind: 'files', names: namesOf(attached) })
  if (tooLarge.length > 0) {
    const text = `以下附件过大，没有随邮件发送，请登录网站查看：${namesOf(tooLarge).join('、')}`
    blocks.push({ kind: 'note', text })
  }
  return blocks
}

/** Pure: the same contents give the same mail. Fields are left unfilled. */
export function renderPush({
  subject,
  text,
  chartDays,
  items,
  articles,
  corrected,
  files,
  sender,
  isTracked,
}: Contents): Rendered {
  const drawn = charts(items, chartDays)
  const parts = articles.map(articleParts)
  const mail = {
    title: subject,
    lead: text.trim().slice(0, 80),
    blocks: [
      { kind: 'text' as const, text },
      ...(corrected ? correction(corrected) : tables(items)),
      ...drawn.blocks,
      ...parts.flatMap(({ blocks }) => blocks),
      ...fileBlocks(files),
    ],
    sender,
    reason: `您收到此邮件，是因为您的账号开通了相关产品。${isTracked ? '本邮件记录您是否打开邮件、点击链接，退订后不再记录。' : ''}`,
    unsubscribe: `{{${UNSUBSCRIBE}}}`,
  }
  return {
    subject,
    html: mailHtml(mail),
    text: mailText(mail),
    pictures: new Map([...drawn.pictures, ...parts.flatMap((part) => [...part.charts])]),
    files: new Map(parts.flatMap(({ pictures }) => [...pictures])),
  }
}
