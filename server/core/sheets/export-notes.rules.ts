// What an export says beside its rows, whose copy it is first: above the header of a workbook, in the last line of a CSV, so that
// the header is its first. Imports know that line again.

const moment = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})

type Exporter = { realName: string; userName: string }

/** Whose copy this is. */
export const copyNote = ({ realName, userName }: Exporter, at: Date): string =>
  `导出人：${realName}（${userName}）　导出时间：${moment.format(at)}　内部资料，请勿外传`

const copyOf = /^导出人：.*（.+）\s导出时间：\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\s内部资料，请勿外传$/u

/** Whether a line of a file is no row, but says whose copy it is. */
export const isCopyNote = ([first = '']: readonly string[]): boolean => copyOf.test(first)

/** What file systems do not take in a name. */
const unfit = /[\p{Cc}\s\\/:*?"<>|]/gu

export const exportName = (noun: string, { realName }: Exporter, at: Date, format: string): string =>
  `${noun}_${realName.replace(unfit, '')}_${moment.format(at).replace(/\D/g, '')}.${format}`
