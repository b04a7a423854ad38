// Every kind of declared rows (contract/rows.ts) that is served. A kind without input fails the tests that go over all of them.
import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '#contract/endpoint.ts'
import { routes } from '#server/app.ts'
import { kinds, type RowKind } from './row-kinds.ts'

export type DeclaredRows = {
  noun: string
  path: string
  /** The declared calls, and others that act on the same rows: by the end of their path. */
  calls: Readonly<Record<string, Endpoint>>
  kind: RowKind
}

/** Every kind that the running registry serves. Throws for one without input in row-kinds.ts. */
export async function declaredRows(): Promise<DeclaredRows[]> {
  const found: DeclaredRows[] = []
  for (const file of globSync('contract/**/*.ts', { exclude: ['**/*.test.ts'] })) {
    for (const declared of Object.values(await import(pathToFileURL(file).href))) {
      if (typeof declared !== 'object' || declared === null || !('noun' in declared && 'labels' in declared)) continue
      const { noun, list } = declared as unknown as { noun: string; list: Endpoint }
      const path = list.path.replace(/\/page$/, '')
      const kind = kinds[path]
      if (!kind) throw new Error(`${path}: add valid input of ${noun} to test/row-kinds.ts`)
      const own = routes.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint.path.startsWith(`${path}/`))
      const calls = Object.fromEntries(own.map((endpoint) => [endpoint.path.slice(path.length + 1), endpoint]))
      if (calls.page !== list) throw new Error(`${path} is declared and not served`)
      found.push({ noun, path, calls, kind })
    }
  }
  return found
}
