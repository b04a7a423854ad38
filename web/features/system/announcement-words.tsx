// States and audiences of announcements in the words of the screens.
import type { AnnouncementRow, AnnouncementState, Audience } from '../../../contract/announcements.ts'
import type { Option } from '../../kit/filters.tsx'
import { Status, type Tone } from '../../kit/status.tsx'

export const stateOptions: readonly Option<AnnouncementState>[] = [
  { value: 'draft', label: '草稿' },
  { value: 'launched', label: '已发布' },
  { value: 'takenDown', label: '已下架' },
]

export const audienceOptions: readonly Option<Audience>[] = [
  { value: 'everybody', label: '全体员工' },
  { value: 'roles', label: '指定角色' },
  { value: 'departments', label: '指定部门' },
]

const tones: Readonly<Record<AnnouncementState, Tone>> = { draft: 'idle', launched: 'good', takenDown: 'warning' }

export function AnnouncementStatus({ state }: Pick<AnnouncementRow, 'state'>) {
  return <Status tone={tones[state]}>{stateOptions.find(({ value }) => value === state)?.label ?? state}</Status>
}

export const audienceOf = ({ audience, targetNames }: AnnouncementRow): string =>
  audience === 'everybody' ? '全体员工' : targetNames.join('、')
