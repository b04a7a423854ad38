// Notices of missing data: one for each receiver and time, however many rows it covers.
import { type AlertLevel, alertLevels } from '#contract/monitoring/due-states.ts'
import { type Alert, aboutOf } from './alerts.queries.ts'

export type Notice = {
  key: string
  level: AlertLevel
  userIds: [string]
  title: string
  text: string
  link: string
  about: string
}

/** Most names in a notice; the rest are counted. */
const NAMES_MAX = 8

const titles: Readonly<Record<AlertLevel, (count: number) => string>> = {
  before: (count) => `${count} 项数据即将到期`,
  at: (count) => `${count} 项数据已到更新时间`,
  after: (count) => `${count} 项数据逾期未更新`,
  upwards: (count) => `下属有 ${count} 项数据逾期未更新`,
  review: (count) => `${count} 项价格已到更新时间，等待审核`,
  reviewUpwards: (count) => `${count} 项价格逾期，还在等待审核`,
}

const BOARD = '/dataMonitoring/visualization/dataToBeUpdatedToday'

const linkOf = (level: AlertLevel, day: string): string => {
  if (level === 'review') return '/data/priceService/priceReview/index'
  if (level === 'reviewUpwards') return `${BOARD}?day=${day}&whose=all&state=reviewing`
  return `${BOARD}?day=${day}&whose=${level === 'upwards' ? 'below' : 'mine'}`
}

const isOfReview = (level: AlertLevel) => level === 'review' || level === 'reviewUpwards'

function textOf(level: AlertLevel, alerts: readonly Alert[]): string {
  const names = alerts
    .slice(0, NAMES_MAX)
    .map(({ name, dueTime, responsible }) =>
      level !== 'before' && level !== 'at' && level !== 'after'
        ? `${name}（${dueTime}，${responsible || '未指定负责人'}）`
        : `${name}（${dueTime}）`,
    )
  return `${names.join('、')}${alerts.length > NAMES_MAX ? ` 等 ${alerts.length} 项` : ''}`
}

/** Rows without a responsible person or superior appear only on the board. */
export function noticesOf(alerts: readonly Alert[], day: string): Notice[] {
  const ofPerson = Map.groupBy(
    alerts.filter(({ toId }) => toId !== null),
    ({ toId }) => toId ?? '',
  )
  return [...ofPerson].flatMap(([userId, own]) =>
    alertLevels.flatMap((level): Notice[] => {
      const ofLevel = own.filter((alert) => alert.level === level)
      const [first] = ofLevel
      if (!first) return []
      return [
        {
          key: `${level}:${first.dueId}`,
          level,
          userIds: [userId],
          title: titles[level](ofLevel.length),
          text: textOf(level, ofLevel),
          link: linkOf(level, day),
          about: ofLevel.map(({ dueId }) => aboutOf(dueId, isOfReview(level))).join(),
        },
      ]
    }),
  )
}
