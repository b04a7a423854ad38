// How a reported error is called, in the words of the list.
import type { ClientErrorType, ClientLogRow } from '../../../contract/client-log.ts'
import type { Option } from '../../kit/filters.tsx'

export const typeWords: readonly Option<ClientErrorType>[] = [
  { value: 'error', label: '脚本错误' },
  { value: 'rejection', label: '异步错误' },
  { value: 'page', label: '页面错误' },
  { value: 'resource', label: '资源加载' },
]

/** The number that the browser showed; it stands at the start of the info. */
export const numberOf = ({ info }: ClientLogRow): string => /^#(\w+)/.exec(info)?.[1] ?? '—'

export const whoseOf = ({ userName, realName }: ClientLogRow): string =>
  userName ? `${realName}（${userName}）` : '未登录'
