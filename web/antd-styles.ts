// Vite plugin for antd's `zeroRuntime`: the build generates one static style sheet per HTML entry, for the components
// that it can load, and strips the style functions from the scripts. In development antd generates styles at runtime.
import { createHash } from 'node:crypto'
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import { extractStyle as renderLibrary } from '@ant-design/static-style-extract'
import { ConfigProvider, Form } from 'antd'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Plugin, Rolldown } from 'vite'

const STYLE_MODULE = /\/antd\/es\/.+\/style/
const generators = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook'])
/** Styles needed by every component: reset of links and icons. */
const shared = ['Shared', 'ant-design-icons']
/** Style of antd's wireframe mode, which the console does not use. */
const unused = ['Pagination-bordered']

type Cache = ReturnType<typeof createCache>

/** Styles of the whole library by cache path: `style%%Button-compact%ant-btn%anticon`. */
function renderStyles(): Cache {
  let library: ReactNode
  renderLibrary((components) => {
    library = components
    return createElement('i')
  })
  const cache = createCache()
  // the library's component list lacks Form.Item, which has more styles than Form
  const all = createElement(ConfigProvider, { theme: { hashed: false } }, library, createElement(Form.Item))
  renderToString(createElement(StyleProvider, { cache }, all))
  return cache
}

/** Style sheet of the named components, such as `Button-compact`; throws if one has no styles. */
function sheetOf(styles: Cache, names: ReadonlySet<string>): string {
  const chosen = createCache()
  const missing = new Set([...names].filter((name) => !unused.includes(name)))
  for (const [path, entry] of styles.cache) {
    const [kind, , name = ''] = path.split('%')
    if (kind !== 'style' || !(names.has(name) || shared.includes(name))) continue
    chosen.cache.set(path, entry)
    missing.delete(name)
  }
  if (missing.size > 0) throw new Error(`样式表缺少组件：${[...missing].join('、')}`)
  // drop the last rule, which only lists cached styles for antd's runtime
  return extractStyle(chosen, { plain: true, types: 'style' }).replace(/\.data-ant-cssinjs-cache-path\{[^}]*\}/, '')
}

type Node = { type?: string; start: number; end: number; [key: string]: unknown }

function* callsIn(node: unknown): Generator<Node & { arguments: Node[] }> {
  if (typeof node !== 'object' || node === null) return
  const { type, callee } = node as Node
  if (type === 'CallExpression' && generators.has((callee as { name?: string }).name ?? '')) {
    yield node as Node & { arguments: Node[] }
  }
  for (const child of Object.values(node)) yield* callsIn(child)
}

const textOf = (node: Node | undefined) => String(node?.value)

/** antd's style name: `'Button'` → `Button-Button`, `['Button', 'compact']` → `Button-compact`. */
function nameOf(node: Node | undefined): string {
  const parts = (node?.type === 'ArrayExpression' ? (node.elements as Node[]) : [node, node]).map(textOf)
  return parts.join('-')
}

export function antdStyles(): Plugin {
  const namesIn = new Map<string, string[]>()
  const files = new Map<string, string>()

  const namesBehind = (entry: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle) => {
    const names = new Set<string>()
    const seen = new Set<string>()
    const walk = (fileName: string) => {
      const chunk = bundle[fileName]
      if (chunk?.type !== 'chunk' || seen.has(fileName)) return
      seen.add(fileName)
      for (const id of chunk.moduleIds) for (const name of namesIn.get(id) ?? []) names.add(name)
      for (const next of [...chunk.imports, ...chunk.dynamicImports]) walk(next)
    }
    walk(entry.fileName)
    return names
  }

  return {
    name: 'antd-styles',
    apply: 'build',
    transform(code, id) {
      if (!STYLE_MODULE.test(id)) return null
      const calls = [...callsIn(this.parse(code))]
      namesIn.set(
        id,
        calls.map(({ arguments: [component] }) => nameOf(component)),
      )
      const cuts = calls
        .flatMap(({ arguments: [, make] }) => (make ? [make] : []))
        .toSorted((a, b) => b.start - a.start)
      const kept = cuts.reduce((text, { start, end }) => `${text.slice(0, start)}() => []${text.slice(end)}`, code)
      return { code: kept, map: null }
    },
    generateBundle(_options, bundle) {
      const styles = renderStyles()
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isEntry) continue
        const source = sheetOf(styles, namesBehind(chunk, bundle))
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
        const fileName = `assets/antd-${chunk.name}-${hash}.css`
        this.emitFile({ type: 'asset', fileName, source })
        files.set(chunk.name, fileName)
      }
    },
    transformIndexHtml: {
      order: 'post',
      // before the console's own sheets, which override some component styles
      handler: (_html, { chunk }) => {
        const fileName = files.get(chunk?.name ?? '')
        if (!fileName) return []
        return [{ tag: 'link', attrs: { rel: 'stylesheet', href: `/backend/${fileName}` }, injectTo: 'head-prepend' }]
      },
    },
  }
}
