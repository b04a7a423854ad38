// Texts of the figures and rows of a follow-up board; pure.
import { type BoardHint, type BoardKind, type BoardRow, boardKinds, NEAR_DAYS } from '#contract/home/boards.ts'
import { nextText } from '#web/pickers/validity.rules.ts'

export type Figure = { kind: BoardKind; label: string; isUrgent: boolean }

/** Figures of a board that warns `days` before the end; the 15 and 7 day figures only if below `days`. */
export function figuresFor(days: number): Figure[] {
  const labels: Record<BoardKind, string | null> = {
    new: '新开通',
    expiring: `${days} 天内到期`,
    expiring15: days > NEAR_DAYS.expiring15 ? `${NEAR_DAYS.expiring15} 天内到期` : null,
    expiring7: days > NEAR_DAYS.expiring7 ? `${NEAR_DAYS.expiring7} 天内到期` : null,
    expired: '近期已过期',
    silent: '30 天未登录',
  }
  return boardKinds.flatMap((kind) => {
    const label = labels[kind]
    return label === null ? [] : [{ kind, label, isUrgent: kind === 'expiring7' }]
  })
}

/** Count text: of all accounts of the board, or of the chosen figure with its name. */
export function countedOf(hint: BoardHint, kind: BoardKind | null): string {
  const listed = hint.counts.find((each) => each.kind === kind) ?? hint
  const name = figuresFor(hint.days).find((each) => each.kind === kind)?.label
  const [open, total] = [listed.open, listed.total].map((count) => count.toLocaleString('zh-CN'))
  return `${name === undefined ? '' : `${name}：`}待处理 ${open} / 共 ${total} 个账号`
}

/** End date of the grant, and the one that follows. */
export function endText({ endsOn, next }: Pick<BoardRow, 'endsOn' | 'next'>): string {
  if (endsOn === null) return '未授权'
  return next ? `${endsOn} 到期，${nextText(next)}` : `${endsOn} 到期`
}

export type Standing = { text: string; tone: 'good' | 'idle' | 'warning' | 'bad' }

/** Reason why an account is listed, by priority: near or past end, no sign-in, new. */
export function standingOf(
  { daysLeft, isSilent, isNew }: Pick<BoardRow, 'daysLeft' | 'isSilent' | 'isNew'>,
  days: number,
): Standing {
  if (daysLeft !== null && daysLeft < 0) return { text: `已过期 ${-daysLeft} 天`, tone: 'bad' }
  if (daysLeft !== null && daysLeft <= days)
    return { text: daysLeft === 0 ? '今天到期' : `剩 ${daysLeft} 天`, tone: 'warning' }
  if (isSilent) return { text: '30 天未登录', tone: 'idle' }
  return { text: isNew ? '新开通' : '', tone: 'good' }
}
