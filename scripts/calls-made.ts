// Which calls the screens make: by the names under which the contract exports them, alone or in a group, and by which web/ imports them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '#contract/endpoint.ts'
import { root } from './run.mjs'
import { sourceFiles } from './sources.mjs'

const isEndpoint = (value: object): value is Endpoint => 'path' in value && 'access' in value && 'effect' in value

function endpointsIn(value: unknown): Endpoint[] {
  if (typeof value !== 'object' || value === null) return []
  return isEndpoint(value) ? [value] : Object.values(value).flatMap(endpointsIn)
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

export async function callsMadeByScreens(): Promise<Set<Endpoint>> {
  const files = sourceFiles(/\.tsx?$/).filter((file) => !isTest(file))
  const text = files
    .filter((file) => file.startsWith('web/'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const named = new Set(text.match(/\b[A-Za-z]\w+\b/g))
  const modules = await Promise.all(
    files
      .filter((file) => file.startsWith('contract/'))
      .map((file) => import(pathToFileURL(join(root, file)).href) as Promise<Record<string, unknown>>),
  )
  return new Set(
    modules.flatMap((module) =>
      Object.entries(module).flatMap(([name, value]) => (named.has(name) ? endpointsIn(value) : [])),
    ),
  )
}
