// The notice of new signals to an owner: one message, however many accounts it covers.
import { SIGNAL_HOURS } from '#contract/members/account-signals.ts'
import { signalLabels } from '#contract/members/members.ts'
import { subProductOf } from '#contract/sub-products.ts'
import type { FoundSignal, SignalOwner } from './account-signals.queries.ts'

/** Accounts that a message names; more than these are counted. */
const NAMED = 5

export type SignalNotice = { userId: string; title: string; content: string }

const units = { addresses: '个地址', devices: '台设备' } as const

/** One message for each owner of these accounts, in the order in which the signals were found. */
export function noticesOf(found: readonly FoundSignal[], owners: readonly SignalOwner[]): SignalNotice[] {
  const byAccount = new Map(owners.map((owner) => [owner.accountId, owner]))
  const lines = new Map<string, string[]>()
  for (const { accountId, kind, count } of found) {
    const owner = byAccount.get(accountId)
    if (!owner) continue
    const { title } = subProductOf(owner.subProduct)
    const line = `${owner.loginName}（${title}）${signalLabels[kind]}：${SIGNAL_HOURS} 小时内 ${count} ${units[kind]}`
    lines.set(owner.ownerId, [...(lines.get(owner.ownerId) ?? []), line])
  }
  return [...lines].map(([userId, each]) => {
    const rest = each.length > NAMED ? `；另有 ${each.length - NAMED} 条` : ''
    return {
      userId,
      title: `发现 ${each.length} 条账号异常`,
      content: `${each.slice(0, NAMED).join('；')}${rest}。请在“异常账号”中处理。`,
    }
  })
}
