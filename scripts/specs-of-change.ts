// Browser tests affected by a change. They import nothing of the product: a spec belongs to an area if it names the
// path of one of its pages, or if a file of the area begins with the spec's name.
import { posix } from 'node:path'
import { pathOf } from '#web/lib/page.ts'

export type Area = { name: string; files: readonly string[]; paths: readonly string[] }

/** Names below e2e/ of the specs, each with the reason. `texts` are of all files there, by name. */
export function specsOf(
  changed: readonly string[],
  texts: ReadonlyMap<string, string>,
  areas: readonly Area[],
): Map<string, string> {
  const touched = areas.filter(({ name }) =>
    changed.some((file) => ['web', 'server'].some((part) => file.startsWith(`${part}/features/${name}/`))),
  )
  const edited = new Set(changed.flatMap((file) => /^e2e\/(.+\.ts)$/.exec(file)?.[1] ?? []))
  const specs = [...texts].filter(([name]) => name.endsWith('.spec.ts'))
  return new Map(
    specs.flatMap(([name, text]): [string, string][] => {
      if (edited.has(name)) return [[name, '改了它本身']]
      const helper = importsOf(name, texts).find((file) => edited.has(file))
      if (helper) return [[name, `改了它用的 ${helper}`]]
      for (const area of touched) {
        const why = whyOf(name, text, area)
        if (why) return [[name, `改了 ${area.name}：${why}`]]
      }
      return []
    }),
  )
}

function whyOf(name: string, text: string, { files, paths }: Area): string | undefined {
  if (text.includes("'#web/pages.ts'")) return '它打开每个页面'
  const named = [...text.matchAll(/(?<=['"`}])(?:\/backend)?(\/[\w/]+)/g)].map(([, path = '']) => pathOf(path))
  const path = named.find((each) => paths.includes(each))
  if (path) return `它打开 ${path}`
  const file = files.find((each) => each.startsWith(posix.basename(name, '.spec.ts')))
  return file && `它与 ${file} 同名`
}

/** What a file of e2e/ imports from there, directly or not. */
function importsOf(name: string, texts: ReadonlyMap<string, string>, found = new Set<string>()): string[] {
  for (const [, specifier = ''] of (texts.get(name) ?? '').matchAll(/from '(\.[^']+)'/g)) {
    const file = posix.join(posix.dirname(name), specifier)
    if (found.has(file)) continue
    found.add(file)
    importsOf(file, texts, found)
  }
  return [...found]
}
