// Whether a version may be published, as its evaluation went: said before it is tried, and refused when it is.
import type { GateRun } from '../evaluation/runs.queries.ts'

/** Questions that a refusal names. */
const NAMED = 3

const pricesOf = ({ setName, prices }: GateRun) =>
  `评测集“${setName}”有 ${prices.length} 道题的价格不对：${prices.slice(0, NAMED).join('；')}${prices.length > NAMED ? '…' : ''}`

/** The buttons of the article editor have one assistant each: `rival` is the one that is published already. */
type Standing = { isEnabled: boolean; rival: string | undefined }

/** A draft was never published. */
type Candidate = { isDraft: boolean; isOwn: boolean; gates: readonly GateRun[] }

/**
 * Why a version cannot be launched; empty: nothing is in the way. One that was published before was passed then: it is needed at
 * once where the newer one is bad.
 */
export function obstacleOf({ isEnabled, rival }: Standing, { isDraft, isOwn, gates }: Candidate): string {
  const wrong = gates.find(({ prices }) => prices.length > 0)
  const missing = gates.find(({ hasCases, runId }) => hasCases && runId === null)
  if (!isEnabled) return '助手已禁用，请先启用再发布'
  if (rival !== undefined) return `同一用途的“${rival}”已发布，请先下线它`
  if (isDraft && isOwn) return '不能发布自己写的版本，请由他人发布'
  if (wrong) return pricesOf(wrong)
  if (isDraft && missing) return `评测集“${missing.setName}”还没有用这一版完整运行过，或运行后又有改动`
  return ''
}

/** What else did not go as expected: the person who launches decides. */
export const doubtsOf = (gates: readonly GateRun[]): string[] =>
  gates.flatMap(({ setName, failed, errors }) => [
    ...(failed > 0 ? [`评测集“${setName}”有 ${failed} 个回答不符合期望`] : []),
    ...(errors > 0 ? [`评测集“${setName}”有 ${errors} 次没有得到回答`] : []),
  ])
