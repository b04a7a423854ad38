// bench/results.md: a section for each measurement, from its last complete run.
import type { Row } from './harness.ts'

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** @param conditions processors, versions, connections and rows, as a sentence */
export function sectionOf(rows: readonly Row[], conditions: string): string {
  const table = [
    line(['测量', '结果', '对照', '比值', '目标', '']),
    line(['---', '---', '---', '---', '---', '---']),
    ...rows.map(({ what, figure, against, ratio, toReach, isReached }) =>
      line([what, figure, against, ratio, toReach, isReached ? '达到' : '未达到']),
    ),
  ].join('\n')
  const reasons = rows.flatMap(({ what, isReached, why }) => (isReached ? [] : [`- ${what}：${why ?? '原因待查'}`]))
  return [conditions, table, ...(reasons.length > 0 ? [reasons.join('\n')] : [])].join('\n\n')
}

const INTRO = `# 性能测量

由 \`npm run bench\` 写出，每项是最近一次完整测量的结果。机器有快慢和干扰，只看同一次运行内的比值：各方轮流，多轮，取中位数；负载程序与
数据库在同一台机器上。
`

/** The file with this section replaced or added; `order` lists every measurement. */
export function withSection(file: string, name: string, section: string, order: readonly string[]): string {
  const stored = file.split(/^## /m).slice(1)
  const sections = new Map(stored.map((each) => [each.split('\n', 1)[0], each.replace(/^.*\n+/, '').trim()]))
  sections.set(name, section)
  const written = order.flatMap((each) => (sections.has(each) ? [`## ${each}\n\n${sections.get(each)}\n`] : []))
  return [INTRO, ...written].join('\n')
}
