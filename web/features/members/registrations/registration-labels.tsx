// Labels of registrations.
import { Tooltip } from 'antd'
import { registrationSourceLabels } from '#contract/members/members.ts'
import type { RegistrationRow } from '#contract/members/registration-handling.ts'
import { isOpenRegistration } from '#contract/members/registration-states.ts'
import { provinces } from '#contract/members/registrations.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { Status } from '#web/kit/table/status.tsx'
import { formatAge, formatMoment } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-time.ts'

export const sourceOptions = optionsOf(registrationSourceLabels)
export const provinceOptions = provinces.map((value) => ({ value, label: value }))

export const registrationTones = { new: 'warning', contacted: 'idle', granted: 'good', invalid: 'idle' } as const

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A customer should be called within this time, ms. */
const LATE = 24 * HOUR

/** `3 小时`; empty if less than a minute. */
const spanOf = (from: string, to: number) =>
  formatAge(from, to)
    .replace(/^刚刚$|^即将$|前$/, '')
    .trim()

/** Time until the first contact, or the time waited so far. */
export function RegistrationWait({ createdAt, firstContactAt, state }: RegistrationRow) {
  if (firstContactAt) {
    return (
      <Tooltip title={`首次联系：${formatMoment(firstContactAt)}`}>
        <span>{`用时 ${spanOf(createdAt, Date.parse(firstContactAt)) || '不到 1 分钟'}`}</span>
      </Tooltip>
    )
  }
  if (!isOpenRegistration(state)) return '—'
  const waited = serverNow() - Date.parse(createdAt)
  const span = spanOf(createdAt, serverNow())
  return <Status tone={waited > LATE ? 'bad' : 'warning'}>{span ? `已等 ${span}` : '刚刚注册'}</Status>
}
