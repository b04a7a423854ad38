/** House rules that no other tool knows. Prints each breach. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from './run.mjs'
import { sourceFiles } from './sources.mjs'

const maximumLines = 400

/** Columns that programs write: `ilike` finds them, everything else the key of texts. Logs of millions of rows are among them. */
const machineWritten = new Set([
  'accountLogs.address',
  'accountLogs.device',
  'accountLogs.module',
  'auditLog.action',
  'clientLog.info',
  'clientLog.message',
  'messages.address',
  'o.address',
  'orders.number',
  'partners.code',
  'products.code',
  'quoteItems.code',
  'series.code',
  'signInFailures.address',
  'thirdPowers.appId',
  'v.address',
  'v.target',
  'v.title',
])

/**
 * The area of a file: a feature, another folder of a room, or the room's own files.
 * @param {string} file from the root
 */
function areaOf(file) {
  const folders = posix.dirname(file).split('/')
  if (!['contract', 'server', 'web'].includes(folders[0] ?? '')) return folders[0]
  return folders.slice(0, folders[1] === 'features' ? 3 : 2).join('/')
}

/** @param {string} file @param {string} specifier a relative import in it */
function leavesArea(file, specifier) {
  const target = posix.join(posix.dirname(file), specifier)
  return /^(contract|server|test|web)\//.test(target) && areaOf(target) !== areaOf(file)
}

/** @type {{ says: string, breaks: (text: string, file: string) => boolean }[]} */
const rules = [
  {
    says: `超过 ${maximumLines} 行，且开头没有写明理由（“Long because …”）`,
    breaks: (text) => text.split('\n').length - 1 > maximumLines && !/Long because /.test(text.slice(0, 1000)),
  },
  {
    says: '关闭检查却没有写明理由',
    breaks: (text) =>
      /@ts-(ignore|nocheck|expect-error)(?!:? .{10})|biome-ignore[^:\n]*(?!:? ?[^:\n]*: .{10})$/m.test(text),
  },
  {
    says: '有被跳过或单独运行的测试',
    breaks: (text, file) => /\.(test|spec)\.tsx?$/.test(file) && /\.(skip|only|todo|fixme|skipIf|runIf)\(/.test(text),
  },
  {
    says: '浏览器测试不等时间、不强按：用 e2e/page.ts 的助手，它等页面就绪',
    breaks: (text, file) => /^e2e\/.*\.spec\.ts$/.test(file) && /waitForTimeout\(|force: true/.test(text),
  },
  {
    says: '标签（Tag）的颜色写状态：success、processing、warning、error；调色板的颜色在浅色底上读不清',
    breaks: (text) => /<Tag\b[^>]*\bcolor(="|: ')(?!success|processing|warning|error)/.test(text),
  },
  {
    says: '日期和时间用 web/kit/form 的 DayInput、DateRangePicker、MomentInput、ClockInput：antd 的选择器用浏览器的时区和日期',
    breaks: (text, file) =>
      /^web\//.test(file) &&
      file !== 'web/kit/form/shanghai.ts' &&
      /\b(DatePicker|TimePicker)\b[^']*\} from 'antd'/.test(text),
  },
  {
    says: '今天是服务器的今天：用 web/lib/server-clock.ts 的 serverToday()',
    breaks: (text, file) =>
      /^web\//.test(file) &&
      !/\.test\.tsx?$/.test(file) &&
      /\b(formatDay|dayOf)\((Date\.now\(\)|new Date\(\))\)/.test(text),
  },
  {
    says: '人写的名称和文字按 text_key 查找（nameHas、hasName）；ilike 和 contains 只找本文件 machineWritten 列出的、程序写的列',
    breaks: (text, file) =>
      /^server\/.*\.ts$/.test(file) &&
      ((file !== 'server/core/lists/paging.ts' && /\bilike\b/i.test(text)) ||
        [...text.matchAll(/(?<![.\w])contains\((?:sql`)?([\w.]+)/g)].some(
          ([, column = '']) => !machineWritten.has(column),
        )),
  },
  {
    says: '下拉选项按名称和拼音查找：filterOption 用 web/lib/has-typed.ts 的 hasTyped，不用 optionFilterProp',
    breaks: (text, file) => /^web\//.test(file) && /\boptionFilterProp\b/.test(text),
  },
  {
    says: '离开本区域的导入写 #contract/…、#server/…、#web/…、#test/…，不写相对路径',
    breaks: (text, file) =>
      [...text.matchAll(/(?:\bfrom |\bimport )'(\.[^']+)'/g)].some(([, path = '']) => leavesArea(file, path)),
  },
  {
    says: '展开一个字面量（...{ a, b }）没有意义：直接写出它的字段',
    breaks: (text) => /\.\.\.\{/.test(text),
  },
  {
    says: '是只做转出的文件（barrel）：请从原处导入',
    breaks: (text, file) => /(^|\/)index\.tsx?$/.test(file) || /^export \* from /m.test(text),
  },
]

const self = 'scripts/house-rules.mjs'
let breaches = 0
for (const file of sourceFiles(/\.(tsx?|mjs)$/)) {
  if (file === self) continue // it spells out what it looks for
  const text = readFileSync(join(root, file), 'utf8')
  for (const { says, breaks } of rules) {
    if (!breaks(text, file)) continue
    breaches += 1
    console.log(`${file}：${says}`)
  }
}
// drizzle-kit compares the schema with the newest snapshot alone; each older one is thousands of lines that nothing reads
const snapshots = readdirSync(join(root, 'server/db/migrations/meta')).filter((name) => name.endsWith('_snapshot.json'))
if (snapshots.length > 1) {
  breaches += 1
  console.log(`server/db/migrations/meta：只留最新的快照，请删除 ${snapshots.sort().slice(0, -1).join('、')}`)
}
process.exitCode = breaches > 0 ? 1 : 0
