// What a question is answered with without a model: understood by rules, found as the asker, said by a template or a fixed sentence.
import type { RefusalKind, ToolName } from '#contract/ai/answer-labels.ts'
import { addDays, dayOf } from '#contract/days.ts'
import { findWords, textKey } from '#contract/text.ts'
import { readWorkdays } from '#server/core/calendars.ts'
import { databaseNow } from '#server/core/clock.ts'
import type { Executor } from '#server/db/connection.ts'
import type { AiOffer } from '#server/db/schema/ai.ts'
import { wordsOf } from '#server/features/system/dictionary.queries.ts'
import type { AiFailure } from '../provider/failures.rules.ts'
import type { Asker } from './asker.ts'
import { type AskedDays, askedDays } from './days.rules.ts'
import { createHandles, nameOf } from './figures.ts'
import { candidatesFor, lastDays, newestPublicationAt, pricesOf } from './found.queries.ts'
import { askedPart, asksForecast, type Candidate, isPlain, namedItems, type Understood } from './question.rules.ts'
import { type Audience, type Figure, type Passage, release } from './release.rules.ts'
import { templateAnswer } from './template.ts'
import type { Turn } from './tools.ts'

export type Step = { tool: ToolName; arguments: unknown; found: unknown; ms: number }

export type Outcome = {
  text: string
  refusal: RefusalKind | null
  figures: Figure[]
  steps: Step[]
  passages: Passage[]
  offer: AiOffer | null
  /** What was asked about; null: nothing known was named. */
  productId: string | null
  /** What the model's service failed with: for staff. */
  failure: AiFailure | null
  /** What the model thought, where it tells: for staff. */
  reasoning: string
  /** Yuan of the calls that ended; null: one of them has no price. */
  cost: string | null
  publication: string
  /** Whether a model was asked. */
  isModel: boolean
}

export type Question = {
  db: Executor
  asker: Asker
  text: string
  /** When it was asked, ms; left out: now, by the database. */
  now?: number
  /** The last publication that is known; left out: the newest when it was asked. */
  asKnownAt?: string
  /** Who will read the answer; left out: the asker. */
  audience?: Audience
  /** Whether nothing is published any more that could answer. */
  isTakenDown?: boolean
  /** Called with each sentence that may be shown. */
  onText: (piece: string) => void
}

export const refusalTexts: Readonly<Record<RefusalKind, string>> = {
  forecast: '不提供价格预测和交易建议，可以问已公布的价格、涨跌和资讯。',
  sensitive: '这个问题不能回答，请换一个问题。',
  notGranted: '您的账号还没有开通“{product}”，可以申请试用。',
  nothing: '没有查到相关的数据，请写明产品、地区和日期再问。',
  noService: '目前只能回答价格查询，请写明产品、地区和日期。',
  noAssistant: '该助手没有发布，暂时不能回答。',
  limit: '用量已到上限，请稍后再问。',
  service: '暂时不能回答，请稍后再问。',
  withheld: '没有可以核实的数据来回答这个问题。',
}

const notGrantedText = ({ productName }: Candidate) => refusalTexts.notGranted.replace('{product}', productName)
const offerOf = ({ productId, productName }: Candidate): AiOffer => ({ productId, productName })

/** Days back that a question without a day, or on a day without a price, looks for the last one. */
const BACK_DAYS = 366

export const emptyOutcome = (): Outcome => ({
  text: '',
  refusal: null,
  figures: [],
  steps: [],
  passages: [],
  offer: null,
  productId: null,
  failure: null,
  reasoning: '',
  cost: '0',
  publication: '0',
  isModel: false,
})

/** What a model goes on with. */
export type Open = {
  turn: Turn
  show: (sentence: string) => void
  refused: (kind: RefusalKind, text?: string) => void
  /** Shows what the database has of the items found. @returns whether it has any */
  showPrices: () => Promise<boolean>
}

/**
 * Fills `outcome`: refusals are answers too.
 * @param hasModel without one, every question that names an item is answered with its prices
 * @returns null where it is answered
 */
export async function answerFromDatabase(
  question: Question,
  outcome: Outcome,
  hasModel: boolean,
): Promise<Open | null> {
  const { db, asker, text: asked, onText } = question
  const now = question.now ?? (await databaseNow(db))
  const publication = question.asKnownAt ?? (await newestPublicationAt(db, now))
  outcome.publication = publication
  const refused = (kind: RefusalKind, text = refusalTexts[kind], offer: AiOffer | null = null) => {
    outcome.text += text
    outcome.refusal = kind
    outcome.offer = offer
    onText(text)
    return null
  }
  if (question.isTakenDown) return refused('noAssistant')
  const sensitive = await wordsOf(db, 'aiSensitive')
  if (findWords(asked, sensitive).length > 0) return refused('sensitive')
  if (asksForecast(asked)) return refused('forecast')

  const today = dayOf(now)
  const days = askedDays(asked, today, await readWorkdays(db))
  // without its days: `铝锭上周` is not the `铝锭上` of `铝锭上海`
  const undated = days ? asked.replace(days.words, ' ') : asked
  const understood = namedItems(undated, await candidatesFor(db, asker, undated))
  const { granted, denied } = byGrant(understood.items)
  outcome.productId = (granted[0] ?? denied)?.productId ?? null
  if (denied && granted.length === 0) return refused('notGranted', notGrantedText(denied), offerOf(denied))
  const audience = question.audience ?? (asker.kind === 'account' ? 'member' : 'staff')
  const turn: Turn = {
    db,
    asker,
    today,
    asKnownAt: publication,
    handles: createHandles(),
    passages: outcome.passages,
    items: new Map(granted.map((item) => [item.code, item])),
  }
  const show = (sentence: string): void => {
    const known = { handles: turn.handles.handles, passages: turn.passages, names: turn.handles.names() }
    const released = release(sentence, known, audience)
    // what a model makes of clean words may be none
    const isShown = released.text !== '' && findWords(released.text, sensitive).length === 0
    const piece = isShown ? released.text : ''
    const figures = released.figures.map((figure) => ({
      ...figure,
      place: figure.place === null || !isShown ? null : figure.place + outcome.text.length,
    }))
    outcome.figures.push(...figures)
    if (piece !== '') {
      outcome.text += piece
      onText(piece)
    }
  }
  const showAll = (sentences: readonly string[]) => {
    for (const sentence of sentences) show(sentence)
    return sentences.length > 0
  }
  const isPlainQuestion = granted.length > 0 && isPlain(understood.rest, days ? days.words : '')
  if (isPlainQuestion || (!hasModel && granted.length > 0)) {
    if (showAll(await pricedSentences(turn, granted, asked, days))) {
      // of several products one that is not granted is said beside the prices of the others
      const other = understood.items.find(
        (item) => !item.isGranted && textKey(asked).includes(textKey(item.productName)),
      )
      if (other) {
        outcome.text += notGrantedText(other)
        outcome.offer = offerOf(other)
        onText(notGrantedText(other))
      }
      return null
    }
    return refused('nothing', await nothingText(turn, granted, days))
  }
  if (!hasModel) return refused('noService')
  const showPrices = async () => showAll(await pricedSentences(turn, [...turn.items.values()], asked, null))
  return { turn, show, refused, showPrices }
}

function byGrant(items: Understood['items']): { granted: Candidate[]; denied: Candidate | undefined } {
  return { granted: items.filter(({ isGranted }) => isGranted), denied: items.find(({ isGranted }) => !isGranted) }
}

type Looking = Pick<Turn, 'db' | 'asker' | 'asKnownAt' | 'today'>

/** Prices on the days asked about; of one day, or none, the last ones up to it where there is none. */
export async function pricesAsked(
  { db, asker, asKnownAt, today }: Looking,
  items: readonly Candidate[],
  days: Pick<AskedDays, 'from' | 'to'> | null,
) {
  const ids = items.map(({ quoteItemId }) => quoteItemId)
  const isRange = days !== null && days.from !== days.to
  const to = days?.to ?? today
  let from = days?.from ?? today
  if (!isRange) {
    const last = [...(await lastDays(db, asker, ids, { to, asKnownAt })).values()].toSorted()[0]
    from = last === undefined || last < addDays(to, -BACK_DAYS) ? from : last
  }
  return pricesOf(db, asker, ids, { from, to, asKnownAt })
}

async function pricedSentences(turn: Turn, items: readonly Candidate[], asked: string, days: AskedDays | null) {
  const { handles } = turn
  const prices = await pricesAsked(turn, items, days)
  handles.addPrices(items, prices)
  return templateAnswer(items, prices, { days, part: askedPart(asked), handles })
}

/** Which item it would be, and when it last had a price. */
async function nothingText({ db, asker, today, asKnownAt }: Turn, items: readonly Candidate[], days: AskedDays | null) {
  const [item] = items
  if (!item) return refusalTexts.nothing
  const last = (await lastDays(db, asker, [item.quoteItemId], { to: today, asKnownAt })).get(item.quoteItemId)
  const when = days ? `${days.from === days.to ? days.from : `${days.from} 至 ${days.to}`} ` : ''
  return `${nameOf(item)} ${when}没有公布的价格${last === undefined ? '' : `，最近一期是 ${last}`}。`
}
