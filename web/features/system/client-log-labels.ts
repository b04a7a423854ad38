// How a reported error is called, in the words of the list.
import {
  type ClientErrorType,
  type ClientLogRow,
  clientErrorLabels,
  clientErrorTypes,
} from '../../../contract/system/client-log.ts'
import type { Option } from '../../kit/list/filters.tsx'

export const typeLabels: readonly Option<ClientErrorType>[] = clientErrorTypes.map((value) => ({
  value,
  label: clientErrorLabels[value],
}))

/** The number that the browser showed; it stands at the start of the info. */
export const numberOf = ({ info }: ClientLogRow): string => /^#(\w+)/.exec(info)?.[1] ?? '—'

export const whoseOf = ({ userName, realName }: ClientLogRow): string =>
  userName ? `${realName}（${userName}）` : '未登录'
