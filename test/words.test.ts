// One term for a thing in all interface text: variants that authors drift into are listed here.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Rejected words, and their replacements. */
const replacements: readonly [not: RegExp, word: string][] = [
  [/帐号|帐户|账户/, '账号'],
  [/登陆/, '登录'],
  [/新建(?!区)/, '新增'],
  [/(账号|负责人|替补|分析师|员工|人员|不存在或)已?停用/, '禁用'],
  [/手机号(?!码)/, '手机号码'],
  [/去除|删去/, '移除、删除'],
  [/筛查|过滤条件/, '筛选'],
  [/搜寻|检索/, '搜索'],
  [/入库|落库|字段名|主键|回调|入参|出参|鉴权|令牌失效|死信|幂等/, '用户的话'],
  [/格子|空格子|此格|本格/, '单元格'],
  [/你(?!好)/, '您'],
  [/文章审核/, '资讯审核'],
  [/停下的(短信|邮件)推送/, '已暂停的'],
  [/由人公布|请公布/, '需人工维护、请维护'],
  [/对筛选结果/, '按筛选结果'],
  [/接收销售/, '接手销售'],
  [/前端错误/, '页面错误'],
  [/重新分配/, '更换销售'],
  [/没有符合的/, '没有符合条件的'],
  [/没能加载/, '加载失败'],
  [/资讯已下线/, '资讯已下架'],
  [/[「」]/, '“”'],
]

/** Comments are no interface text. */
const textsOf = (file: string): string[] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((line) => (/^\s*(\/\/|\*|\/\*)/.test(line) ? '' : line))

it('§2 interface text uses one term for a thing', () => {
  const files = globSync(['contract/**/*.{ts,tsx}', 'web/**/*.{ts,tsx}', 'server/{core,features}/**/*.ts'], {
    cwd: root,
    exclude: (name) => /\.test\.ts|(^|\/)gallery(\/|$)|^typed-words\.ts$|\/typed-words\.ts$/.test(name),
  })
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    textsOf(file).flatMap((line, at) =>
      replacements.flatMap(([not, word]) => {
        const hit = not.exec(line)
        return hit ? [`${file}:${at + 1} “${hit[0]}” → ${word}`] : []
      }),
    ),
  )
  expect(found).toEqual([])
})
