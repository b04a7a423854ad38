// Labels of reported browser errors.
import {
  type ClientErrorType,
  type ClientLogRow,
  clientErrorLabels,
  clientErrorTypes,
} from '#contract/system/client-log.ts'
import type { Option } from '#web/kit/form/options.ts'

export const typeLabels: readonly Option<ClientErrorType>[] = clientErrorTypes.map((value) => ({
  value,
  label: clientErrorLabels[value],
}))

/** The id that the browser showed. */
export const numberOf = ({ number }: ClientLogRow): string => number ?? '—'

export const whoseOf = ({ userName, realName }: ClientLogRow): string =>
  userName ? `${realName}（${userName}）` : '未登录'
