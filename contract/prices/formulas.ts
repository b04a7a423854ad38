// Formulas of series: parsed into a tree of known nodes only, every number as its text.
import type jsep from 'jsep'
import { FormulaError, type FormulaProblem, placeOf, readExpression } from './formula-syntax.ts'

export type Compare = '<' | '<=' | '>' | '>=' | '==' | '!='
export type Window = 'ma' | 'lag'
export type Comparison = { operator: Compare; left: Tree; right: Tree }

export type Tree =
  | { kind: 'number'; text: string }
  /** An item (`Q12`) or a series (`S3`) by its code. */
  | { kind: 'name'; name: string }
  | { kind: 'negative'; of: Tree }
  | { kind: 'arithmetic'; operator: '+' | '-' | '*' | '/'; left: Tree; right: Tree }
  | { kind: 'among'; name: 'avg' | 'min' | 'max'; of: readonly Tree[] }
  | { kind: 'absolute'; of: Tree }
  | { kind: 'round'; of: Tree; decimals: number }
  /** Of the last `count` values, or the one that is `count` values back. */
  | { kind: 'window'; name: Window; of: Tree; count: number }
  /** In percent of the value so many months before. */
  | { kind: 'growth'; of: Tree; months: number }
  | { kind: 'if'; test: Comparison; yes: Tree; no: Tree }

/** `names` are the codes that it needs, each once, in the order of the text. */
export type Formula = { tree: Tree; names: readonly string[] }

/** Generated codes of items and series, and codes assigned by people. */
const numberPattern = /^[QS]\d{1,12}$/
const codePattern = /^[A-Z][A-Z0-9]{1,31}$/

/** Most values that a window may look back, and all windows of a formula together. */
const MAX_WINDOW = 750
const MAX_WINDOWS = 1_000
/** Deepest nesting of windows. */
const MAX_DEPTH = 3
const MAX_DECIMALS = 10

const compares = new Set(['<', '<=', '>', '>=', '==', '!='])
const operators = new Set(['+', '-', '*', '/'])

type Checking = { text: string; isKnown: (code: string) => boolean; names: Set<string>; windows: number; depth: number }
type Args = readonly jsep.Expression[]
type Function = { says: string; least: number; most: number; make: (args: Args, checking: Checking) => Tree }

const nodesOf = (node: jsep.Expression) =>
  node as unknown as Record<'left' | 'right' | 'argument' | 'callee', jsep.Expression>
const argsOf = (node: jsep.Expression) => node.arguments as jsep.Expression[]
const first = (args: Args) => args[0] as jsep.Expression

function refuse(message: string, node: jsep.Expression): never {
  const { at, length } = placeOf(node)
  throw new FormulaError(message, at, length)
}

/** A whole number that is written out: it decides how much is read. */
function countOf(node: jsep.Expression, says: string, least: number, most: number): number {
  const raw = node.type === 'Literal' ? String(node.raw) : ''
  const count = /^\d{1,6}$/.test(raw) ? Number(raw) : Number.NaN
  if (count >= least && count <= most) return count
  return refuse(`${says}应为 ${least}–${most} 的整数`, node)
}

function within(checking: Checking, node: jsep.Expression): Tree {
  checking.depth += 1
  if (checking.depth > MAX_DEPTH) refuse(`ma、lag、yoy、mom 最多套 ${MAX_DEPTH} 层`, node)
  const tree = treeOf(node, checking)
  checking.depth -= 1
  return tree
}

const among = (name: 'avg' | 'min' | 'max', says: string): Function => ({
  says,
  least: 1,
  most: 50,
  make: (args, checking) => ({ kind: 'among', name, of: args.map((each) => treeOf(each, checking)) }),
})

const window = (name: Window, says: string): Function => ({
  says,
  least: 2,
  most: 2,
  make: (args, checking) => {
    const [, second] = args
    const count = countOf(second as jsep.Expression, '期数', 1, MAX_WINDOW)
    checking.windows += count
    if (checking.windows > MAX_WINDOWS) refuse(`一个公式的期数合计最多 ${MAX_WINDOWS}`, second as jsep.Expression)
    return { kind: 'window', name, of: within(checking, first(args)), count }
  },
})

const growth = (months: number, says: string): Function => ({
  says,
  least: 1,
  most: 1,
  make: (args, checking) => ({ kind: 'growth', of: within(checking, first(args)), months }),
})

/** What may be called, and how it is written. */
const functions: Readonly<Record<string, Function>> = {
  avg: among('avg', 'avg(a, b, …)'),
  min: among('min', 'min(a, b, …)'),
  max: among('max', 'max(a, b, …)'),
  ma: window('ma', 'ma(a, 期数)'),
  lag: window('lag', 'lag(a, 期数)'),
  yoy: growth(12, 'yoy(a)'),
  mom: growth(1, 'mom(a)'),
  abs: {
    says: 'abs(a)',
    least: 1,
    most: 1,
    make: (args, checking) => ({ kind: 'absolute', of: treeOf(first(args), checking) }),
  },
  round: {
    says: 'round(a, 小数位)',
    least: 1,
    most: 2,
    make: (args, checking) => ({
      kind: 'round',
      of: treeOf(first(args), checking),
      decimals: args[1] ? countOf(args[1], '小数位', 0, MAX_DECIMALS) : 0,
    }),
  },
  if: {
    says: 'if(a > b, 成立时, 不成立时)',
    least: 3,
    most: 3,
    make: (args, checking) => {
      const [test, yes, no] = args as [jsep.Expression, jsep.Expression, jsep.Expression]
      return { kind: 'if', test: comparisonOf(test, checking), yes: treeOf(yes, checking), no: treeOf(no, checking) }
    },
  },
}

function comparisonOf(node: jsep.Expression, checking: Checking): Comparison {
  if (node.type !== 'BinaryExpression' || !compares.has(String(node.operator))) {
    refuse('if 的第一项应为比较，如 Q1 > Q2', node)
  }
  const { left, right } = nodesOf(node)
  return { operator: node.operator as Compare, left: treeOf(left, checking), right: treeOf(right, checking) }
}

function callOf(node: jsep.Expression, checking: Checking): Tree {
  const { callee } = nodesOf(node)
  if (callee.type !== 'Identifier') return refuse('这里不能调用函数，前面可能缺少运算符', node)
  const name = String(callee.name).toLowerCase()
  if (numberPattern.test(name.toUpperCase())) return refuse(`“${callee.name}”的后面缺少运算符`, callee)
  if (!Object.hasOwn(functions, name)) return refuse(`没有名为“${callee.name}”的函数`, callee)
  const { says, least, most, make } = functions[name] as Function
  const args = argsOf(node)
  if (args.length < least || args.length > most) return refuse(`${name} 应写作 ${says}`, node)
  return make(args, checking)
}

function nameOf(node: jsep.Expression, { isKnown, names }: Checking): Tree {
  const name = String(node.name).toUpperCase()
  if (Object.hasOwn(functions, name.toLowerCase()))
    return refuse(`${functions[name.toLowerCase()]?.says}：缺少括号`, node)
  if (!codePattern.test(name) || !isKnown(name)) {
    if (!numberPattern.test(name)) return refuse(`不认识“${node.name}”：报价项写作 Q 加编号，系列写作 S 加编号`, node)
    return refuse(`没有编号为 ${name} 的${name.startsWith('Q') ? '报价项' : '系列'}`, node)
  }
  names.add(name)
  return { kind: 'name', name }
}

function binaryOf(node: jsep.Expression, checking: Checking): Tree {
  const operator = String(node.operator)
  const { left, right } = nodesOf(node)
  if (!operators.has(operator)) {
    const { at, length } = placeOf(left)
    const found = checking.text.indexOf(operator, at + length)
    const message = compares.has(operator) ? '比较只能写在 if 的第一项' : `不支持“${operator}”`
    throw new FormulaError(message, found, operator.length)
  }
  const sides = { left: treeOf(left, checking), right: treeOf(right, checking) }
  return { kind: 'arithmetic', operator: operator as '+', ...sides }
}

function treeOf(node: jsep.Expression, checking: Checking): Tree {
  switch (node.type) {
    case 'Literal': {
      const text = String(node.raw)
      if (!/^\d{0,18}\.?\d{0,18}$/.test(text)) return refuse('数字请写成普通小数，整数和小数各最多 18 位', node)
      return { kind: 'number', text }
    }
    case 'Identifier':
      return nameOf(node, checking)
    case 'UnaryExpression': {
      const of = treeOf(nodesOf(node).argument, checking)
      if (node.operator === '+') return of
      return node.operator === '-' ? { kind: 'negative', of } : refuse(`不支持“${node.operator}”`, node)
    }
    case 'BinaryExpression':
      return binaryOf(node, checking)
    case 'CallExpression':
      return callOf(node, checking)
    case 'Compound': {
      const [, second] = node.body as jsep.Expression[]
      return refuse('前面缺少运算符', second ?? node)
    }
    default:
      return refuse('写法不对', node)
  }
}

/** `isKnown`: whether such an item or series exists. Function names and codes are case-insensitive. */
export function parseFormula(
  text: string,
  isKnown: (code: string) => boolean,
): { formula: Formula } | { problem: FormulaProblem } {
  try {
    const { expression, text: plain } = readExpression(text)
    const checking: Checking = { text: plain, isKnown, names: new Set(), windows: 0, depth: 0 }
    const tree = treeOf(expression, checking)
    if (checking.names.size === 0) throw new FormulaError('公式里没有报价项或系列', 0, text.length)
    return { formula: { tree, names: [...checking.names] } }
  } catch (error) {
    if (error instanceof FormulaError) return { problem: error.problem }
    throw error
  }
}
