// The text of a formula as jsep reads it: each name, number and call with its position, and errors in Chinese.
import jsep from 'jsep'

export type Place = { at: number; length: number }
/** An error in a formula, with its position. */
export type FormulaProblem = Place & { message: string }

export class FormulaError extends Error {
  readonly problem: FormulaProblem
  constructor(message: string, at: number, length = 1) {
    super(message)
    this.problem = { message, at, length }
  }
}

const MAX_LENGTH = 1_000
const MAX_NESTING = 20

type Scope = jsep.HookScope & { char: string; code: number }
type Placed = jsep.Expression & { at: number; end: number }

// jsep notes no places; numbers, names and calls are all that a message has to point at
jsep.hooks.add('gobble-token', function (this: Scope, env) {
  const at = this.index
  const isNumber = /[\d.]/.test(this.char)
  if (!isNumber && !/[A-Za-z_\u0080-\uffff]/.test(this.char)) return
  // without the spaces that jsep has passed in search of a bracket
  const end = () => at + this.expr.slice(at, this.index).trimEnd().length
  const place = (node: object) => Object.assign(node, { at, end: end() }) as unknown as jsep.Expression
  if (isNumber) env.node = place(this.gobbleNumericLiteral() ?? {})
  else env.node = place(this.gobbleTokenProperty(place(this.gobbleIdentifier() ?? {})))
})

/** What an input method types, character by character, so that places stay. */
const narrow = (text: string) =>
  text
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(
      /[×÷。\u2010-\u2015\u2212\u3000\u00a0]/g,
      (char) => ({ '×': '*', '÷': '/', '。': '.' })[char] ?? (/\s/.test(char) ? ' ' : '-'),
    )

/** Refuses what jsep would accept or misread. */
const traps: readonly [RegExp, (found: string) => string][] = [
  [/%/, () => '不支持百分号，请写成小数，如 0.17'],
  [/[^\w\s.+\-*/()<>=!,\u0080-\uffff]/, (found) => `公式中不能有“${found}”`],
  [/(?<![<>=!])=(?!=)/, () => '相等请写 =='],
  [/,(?=\s*(?:[,)]|$))|(?<=(?:^|\()\s*),/, () => '逗号的前后要有内容'],
  [/(?<=[\w.)]\s+)[\w.]+|(?<=\))[\w.]+/, (found) => `“${found}”前面缺少运算符或逗号`],
]

const jsepSays: readonly [RegExp, (found: string) => string][] = [
  [/^Expected expression after (.+)$/, (operator) => `“${operator}”的后面缺少内容`],
  [/^(?:Unclosed \(|Expected \))/, () => '括号没有闭合'],
  [/^missing unaryOp/, () => '负号的后面缺少内容'],
  [/^Variable names|exponent/, () => '数字的写法不对，后面可能缺少运算符'],
  [/^Unexpected period/, () => '小数点的位置不对'],
  [/^Unexpected "(.)"$/, (char) => `这里不应有“${char}”`],
]

function nestingAt(text: string): number {
  let depth = 0
  return [...text].findIndex((char) => {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0
    return depth > MAX_NESTING
  })
}

function refuseTraps(text: string): void {
  if (text.trim() === '') throw new FormulaError('请填写公式', 0, 0)
  if (text.length > MAX_LENGTH)
    throw new FormulaError(`公式最长 ${MAX_LENGTH} 个字符`, MAX_LENGTH, text.length - MAX_LENGTH)
  const deep = nestingAt(text)
  if (deep >= 0) throw new FormulaError(`括号最多 ${MAX_NESTING} 层`, deep)
  for (const [pattern, say] of traps) {
    const found = pattern.exec(text)
    if (found) throw new FormulaError(say(found[0]), found.index, found[0].length)
  }
}

function inChinese(error: unknown): unknown {
  const { index, description } = error as { index?: number; description?: string }
  if (index === undefined || description === undefined) return error
  for (const [pattern, say] of jsepSays) {
    const [all, found = ''] = pattern.exec(description) ?? []
    if (all !== undefined) return new FormulaError(say(found), index)
  }
  return new FormulaError('写法不对', index)
}

export function readExpression(text: string): { expression: jsep.Expression; text: string } {
  const plain = narrow(text)
  refuseTraps(plain)
  try {
    return { expression: jsep(plain), text: plain }
  } catch (error) {
    throw inChinese(error)
  }
}

const isPlaced = (node: jsep.Expression): node is Placed => typeof node.at === 'number' && typeof node.end === 'number'

/** From its first name or number to its last. */
export function placeOf(node: jsep.Expression): Place {
  if (isPlaced(node)) return { at: node.at, length: node.end - node.at }
  const inner = [node.left, node.right, node.argument, ...((node.body as jsep.Expression[]) ?? [])]
  const places = inner
    .filter((each) => typeof each === 'object' && each !== null)
    .map((each) => placeOf(each as jsep.Expression))
  const at = Math.min(...places.map((place) => place.at))
  const end = Math.max(...places.map((place) => place.at + place.length))
  return places.length > 0 ? { at, length: end - at } : { at: 0, length: 0 }
}
