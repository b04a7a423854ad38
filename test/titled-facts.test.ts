// Each field that details name (factsOf) has a title in the schema of their reply, or one of their own. `factsOf` throws otherwise,
// but only once somebody opens the details.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { describeField, replyOf } from '#contract/kinds.ts'

const root = join(import.meta.dirname, '..')

type Node = { type: string; [part: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function* walk(node: Node): Generator<Node> {
  yield node
  for (const part of Object.values(node)) {
    for (const each of [part].flat()) if (isNode(each)) yield* walk(each)
  }
}

const nameOf = (node: unknown): string => {
  const { name, value } = node as { name?: string; value?: unknown }
  return name ?? String(value)
}
/** A name, and the names below it. */
const pathOf = (node: Node): string[] =>
  node.type === 'MemberExpression' ? [...pathOf(node.object as Node), nameOf(node.property)] : [nameOf(node)]
const propertiesOf = (node: unknown) =>
  isNode(node) && node.type === 'ObjectExpression' ? (node.properties as Node[]) : undefined

/** The contract's files by what they lend a file under their own name. */
function importedFrom(program: Node): Map<string, string> {
  const modules = new Map<string, string>()
  for (const each of walk(program)) {
    if (each.type !== 'ImportDeclaration') continue
    for (const { local } of each.specifiers as Node[]) modules.set(nameOf(local), nameOf(each.source))
  }
  return modules
}

type Told = { file: string; module: string | undefined; call: string[]; field: string; label: string | undefined }

/** Fields in calls of factsOf, which name their fields in place. */
function toldIn(file: string): Told[] {
  const text = readFileSync(join(root, file), 'utf8')
  if (!text.includes('factsOf(')) return []
  const { program } = parseSync(file, text)
  const modules = importedFrom(program as unknown as Node)
  return [...walk(program as unknown as Node)]
    .filter(({ type, callee }) => type === 'CallExpression' && nameOf(callee) === 'factsOf')
    .flatMap(({ arguments: args }) => {
      const [call, , looks] = args as unknown[]
      const fields = propertiesOf(looks)
      if (!fields) throw new Error(`${file}: the fields are not written in place`)
      return fields.map((field): Told => {
        const own = propertiesOf(field.value)?.some((part) => nameOf(part.key) === 'label')
        const path = pathOf(call as Node)
        return {
          file,
          module: modules.get(path[0] ?? ''),
          call: path,
          field: nameOf(field.key),
          label: own ? '…' : undefined,
        }
      })
    })
}

/** Details whose call is given to them: what gives it is asked by its own tests. */
const GIVEN = [
  'web/features/articles/article-details.tsx',
  'web/features/members/grants/grant-change-details.tsx',
  'web/features/push/push-details.tsx',
]

it('rows.md: each field of details has a title', async () => {
  const told = globSync('web/**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx'] }).flatMap(toldIn)
  expect(told.length).toBeGreaterThan(400)
  const given = new Set(told.filter(({ module }) => !module).map(({ file }) => file))
  expect([...given].sort()).toEqual(GIVEN)
  const wrong: string[] = []
  for (const { file, module, call, field, label } of told) {
    if (!module) continue
    const endpoint = call.reduce<unknown>((of, name) => (of as Record<string, unknown>)[name], await import(module))
    try {
      describeField(replyOf(endpoint as Endpoint), field, label)
    } catch (error) {
      wrong.push(`${file}: ${String(error)}`)
    }
  }
  expect(wrong).toEqual([])
})
