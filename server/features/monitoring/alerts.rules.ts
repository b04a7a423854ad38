// Notices of missing data: one for each receiver and time, however many rows it covers.
import { type AlertLevel, alertLevels } from '../../../contract/monitoring/due-states.ts'
import type { Alert } from './alerts.queries.ts'

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
}

const BOARD = '/dataMonitoring/visualization/dataToBeUpdatedToday'

function textOf(level: AlertLevel, alerts: readonly Alert[]): string {
  const names = alerts
    .slice(0, NAMES_MAX)
    .map(({ name, dueTime, responsible }) =>
      level === 'upwards' ? `${name}（${dueTime}，${responsible || '未指定负责人'}）` : `${name}（${dueTime}）`,
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
          link: `${BOARD}?day=${day}&whose=${level === 'upwards' ? 'below' : 'mine'}`,
          about: ofLevel.map(({ dueId }) => dueId).join(),
        },
      ]
    }),
  )
}
