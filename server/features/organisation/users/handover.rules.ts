// Whether the receivers of a handover can do the work: their roles may not open its page.
import { type Holdings, isAllowed } from '#contract/access.ts'
import type { HeldWork } from '#server/core/access/held-work.ts'

export type Receiver = { name: string; holdings: Holdings | null }

type Received = Pick<HeldWork, 'title' | 'page' | 'rights'> & { rows: readonly unknown[] }

/** @param work what this receiver gets */
export function warningsFor({ name, holdings }: Receiver, work: readonly Received[]): string[] {
  if (work.length === 0) return []
  if (!holdings) return [`${name}的账号已锁定或过期，不能登录`]
  return work.flatMap(({ title, page, rights, rows }) =>
    rights.some((right) => isAllowed(right, holdings))
      ? []
      : [`${name}没有“${page}”的查看权限，看不到移交来的${title} ${rows.length} 项`],
  )
}
