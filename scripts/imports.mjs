/**
 * The import rules of .dependency-cruiser.mjs on all source files. A check that reads nothing finds nothing, so it also
 * fails when a file was not read, or when a rule does not find the example that breaks it.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import swc from '@swc/core'
import { cruise } from 'dependency-cruiser'
import configuration from '../.dependency-cruiser.mjs'
import { root } from './run.mjs'
import { sourceFiles } from './sources.mjs'

// dependency-cruiser 17 asks swc for TypeScript without JSX and would stop at the first component.
const parse = swc.parseFileSync
/** @param {string} file @param {import('@swc/core').TsParserConfig} options */
const parseAlsoJsx = (file, options) => parse(file, { ...options, tsx: file.endsWith('x') })
Object.assign(swc, { parseFileSync: parseAlsoJsx })

/**
 * Each rule, and an import that it must find: [rule, importing file, imported file or package].
 * @type {[string, string, string][]}
 */
const examples = [
  ['browser-and-server', 'web/lib/a.ts', 'server/core/session.ts'],
  ['browser-and-server', 'web/lib/type.ts', 'server/core/session.ts'],
  ['browser-and-server', 'web/lib/page.tsx', 'server/core/session.ts'],
  ['server-and-browser', 'server/core/a.ts', 'web/lib/call.ts'],
  ['contract-stands-alone', 'contract/a.ts', 'fastify'],
  ['product-without-its-tests', 'server/core/b.ts', 'test/http.ts'],
  ['web-lib-first', 'web/lib/b.ts', 'web/kit/table.ts'],
  ['web-kit-knows-no-area', 'web/kit/a.ts', 'web/features/users/list.ts'],
  ['web-table-below-list', 'web/kit/table/a.ts', 'web/kit/list/use-list.ts'],
  ['web-pickers', 'web/pickers/a.ts', 'web/features/users/list.ts'],
  ['web-shell', 'web/shell/a.ts', 'web/features/users/list.ts'],
  ['web-features', 'web/features/users/a.ts', 'web/shell/menu.ts'],
  ['web-feature-to-feature', 'web/features/roles/a.ts', 'web/features/users/list.ts'],
  ['server-core-below-features', 'server/core/c.ts', 'server/features/users/users.queries.ts'],
  ['demo-and-features', 'server/db/demo/a.ts', 'server/features/users/users.acts.ts'],
  ['server-feature-below-app', 'server/features/users/a.ts', 'server/app.ts'],
  ['server-feature-to-feature', 'server/features/roles/a.ts', 'server/features/users/users.routes.ts'],
  ['server-subject-to-subject', 'server/features/users/roles/a.ts', 'server/features/users/staff/staff.routes.ts'],
  ['server-acts-below-routes', 'server/features/users/users.acts.ts', 'server/features/users/users.routes.ts'],
  ['no-cycle', 'server/core/d.ts', 'server/core/d.ts'],
  ['no-missing-module', 'server/core/e.ts', './missing.ts'],
  ['no-development-package-in-the-product', 'server/core/f.ts', 'vitest'],
]

/** @param {string} baseDir @param {string[]} files */
async function read(baseDir, files) {
  const { forbidden = [], options } = configuration
  const { output } = await cruise(files, { ...options, baseDir, ruleSet: { forbidden }, validate: true })
  if (typeof output === 'string') throw new Error(output)
  return output
}

async function problems() {
  const files = sourceFiles(/\.tsx?$/)
  const { modules, summary } = await read(root, files)
  const seen = new Set(modules.map(({ source }) => source))
  return [
    ...summary.violations.map(({ rule, from, to }) => `${from} → ${to}：违反 ${rule.name}`),
    ...files.filter((file) => !seen.has(file)).map((file) => `${file}：没有被读到`),
    ...(await rulesThatFindNothing()),
  ]
}

async function rulesThatFindNothing() {
  const folder = mkdtempSync(join(tmpdir(), 'imports-'))
  /** @param {string} path @param {string} text */
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  try {
    const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const dependencies = { dependencies: { fastify: '*' }, devDependencies: { vitest: '*' } }
    write('package.json', JSON.stringify({ type: 'module', imports, ...dependencies }))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    for (const [, , to] of examples) if (to.includes('/') && !to.startsWith('.')) write(to, 'export const x = 1\n')
    for (const [, from, to] of examples) {
      const isFile = to.includes('/') && !to.startsWith('.')
      write(from, importing(from, isFile ? `#${to}` : to))
    }
    const { summary } = await read(folder, [...new Set(examples.map(([, from]) => from))])
    const found = new Set(summary.violations.map(({ rule, from }) => `${rule.name} ${from}`))
    const silent = examples.filter(([rule, from]) => !found.has(`${rule} ${from}`)).map(([rule]) => rule)
    const untried = (configuration.forbidden ?? []).filter(({ name }) => !examples.some(([rule]) => rule === name))
    return [...silent, ...untried.map(({ name }) => name)].map((name) => `规则 ${name} 没有发现违反它的例子`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** In the three ways of importing. @param {string} from @param {string} path */
function importing(from, path) {
  if (from.endsWith('.tsx')) return `export const page = <p title="x" onClick={() => import('${path}')}>text</p>\n`
  if (from.endsWith('type.ts')) return `import type { X } from '${path}'\nexport type Y = X\n`
  return `import { x } from '${path}'\nconsole.log(x)\n`
}

const found = await problems()
for (const line of found) console.log(line)
process.exitCode = found.length > 0 ? 1 : 0
