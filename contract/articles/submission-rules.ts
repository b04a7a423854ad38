// All that a submission asks of an article: the same list for the server, which refuses by it, and for the editor, which
// shows it beside the text.
import type { FieldErrors } from '#contract/envelope.ts'
import { type Checked, type Demand, demandsOf, type Standard } from './standard-rules.ts'

export type Submitted = Checked & {
  newsCategoryId: string | null
  channels: readonly string[]
  publishAt: string | null
  takeDownAt: string | null
}

type Facts = {
  /** Milliseconds. */
  now: number
  /** Why the quoted figures must not go out, or null. */
  whyFalse: string | null
}

/** The demand that the figures are those that are published. */
export const FIGURES = 'figures'

/** Demands whose detail is a whole sentence: a refusal says it without the label. */
const sentences: ReadonlySet<string> = new Set([
  'title',
  'body',
  'newsCategoryId',
  'channels',
  'publishAt',
  'takeDownAt',
  FIGURES,
])

/** Every demand, met or not. Times and figures are listed only where the article has some. */
export function submissionDemands(article: Submitted, standard: Standard | null, { now, whyFalse }: Facts): Demand[] {
  const { newsCategoryId, channels, publishAt, takeDownAt } = article
  const own: Demand[] = []
  const demand = (key: string, label: string, isMet: boolean, unmet: string) =>
    own.push({ key, label, isMet, detail: isMet ? '' : unmet })
  demand('newsCategoryId', '资讯分类', newsCategoryId !== null, '请选择资讯分类')
  demand('channels', '发布渠道', channels.length > 0, '请选择发布渠道')
  const time = (key: string, label: string, at: string | null) => {
    if (at !== null) demand(key, `${label}未过`, Date.parse(at) >= now, `${label}已过，请修改后再提交`)
  }
  time('publishAt', '发布时间', publishAt)
  time('takeDownAt', '下架时间', takeDownAt)
  if (whyFalse !== null) demand(FIGURES, '引用的价格是最新发布的', false, whyFalse)
  return [...demandsOf(article, standard), ...own]
}

/** Why it cannot be submitted, all reasons in one text, and each by the key of its demand; null if it can. */
export function whyNotSubmitted(
  article: Submitted,
  standard: Standard | null,
  facts: Facts,
): ({ msg: string } & FieldErrors) | null {
  const unmet = submissionDemands(article, standard, facts).filter(({ isMet }) => !isMet)
  if (unmet.length === 0) return null
  const fields = unmet.map(({ key, label, detail }) => ({
    field: key,
    message: sentences.has(key) ? detail : `${label}：${detail}`,
  }))
  return { msg: fields.map(({ message }) => message).join('；'), fields }
}
