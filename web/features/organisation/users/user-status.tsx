// Status labels of staff accounts.
import type { UserRow } from '#contract/organisation/users.ts'
import { Status } from '#web/kit/table/status.tsx'
import { serverToday } from '#web/lib/server-clock.ts'

export const statusOptions = [
  { value: 'enabled', label: '启用' },
  { value: 'disabled', label: '已禁用' },
] as const

/** An account may be both disabled and locked; then both are shown. */
export function UserStatus({ status, locked }: Pick<UserRow, 'status' | 'locked'>) {
  if (status === 'disabled') return <Status tone="idle">{locked ? '已禁用，已锁定' : '已禁用'}</Status>
  return locked ? <Status tone="warning">已锁定</Status> : <Status tone="good">启用</Status>
}

/** Last day on which the account is valid. */
export function UserExpiry({ expiresAt }: Pick<UserRow, 'expiresAt'>) {
  if (!expiresAt) return '长期'
  return expiresAt < serverToday() ? <Status tone="bad">{`${expiresAt} 已过期`}</Status> : expiresAt
}
