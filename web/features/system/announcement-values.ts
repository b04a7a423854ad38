// An announcement as its form holds it, and as people compare two versions of it.
import type { AnnouncementDetail, AnnouncementForm } from '../../../contract/system/announcements.ts'
import type { Difference } from '../../kit/dialog/conflict-dialog.tsx'
import { isSame } from '../../kit/form/merge-versions.ts'
import { audienceOptions } from './announcement-labels.tsx'

export type AnnouncementValues = AnnouncementForm

export const newAnnouncement: AnnouncementValues = {
  title: '',
  body: '',
  audience: 'everybody',
  targetIds: [],
  isPinned: false,
  endsOn: null,
}

export function valuesOf({
  title,
  body,
  audience,
  targetIds,
  isPinned,
  endsOn,
}: AnnouncementDetail): AnnouncementValues {
  return { title, body, audience, targetIds, isPinned, endsOn }
}

const words: Readonly<{ [K in keyof AnnouncementValues]: [string, (value: AnnouncementValues[K]) => string] }> = {
  title: ['标题', String],
  body: ['内容', String],
  audience: ['接收范围', (audience) => audienceOptions.find(({ value }) => value === audience)?.label ?? audience],
  targetIds: ['接收对象', (ids) => `${ids.length} 个`],
  isPinned: ['置顶', (isPinned) => (isPinned ? '是' : '否')],
  endsOn: ['展示截止日期', (day) => day ?? '长期'],
}

/** The fields in which what was typed differs from the newer version. */
export function differencesOf(
  mine: AnnouncementValues,
  base: AnnouncementValues,
  theirs: AnnouncementValues,
): Difference[] {
  const difference = <K extends keyof AnnouncementValues>(key: K): Difference[] => {
    if (isSame(mine[key], theirs[key])) return []
    const [label, say] = words[key]
    return [{ key, label, mine: say(mine[key]), theirs: say(theirs[key]), isMine: !isSame(mine[key], base[key]) }]
  }
  return (Object.keys(words) as (keyof AnnouncementValues)[]).flatMap((key) => difference(key))
}
