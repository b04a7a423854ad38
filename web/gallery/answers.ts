// Sample replies for parts that read from the server: the gallery has no session, and sends no requests.
import { QueryClient } from '@tanstack/react-query'
import { userImport } from '#contract/organisation/user-sheets.ts'
import { type DeptNode, getDeptTree, getUserInfoByDeptId } from '#contract/organisation/users.ts'
import type { Person } from '#web/pickers/people.ts'
import { never } from './samples.ts'

const dept = (id: string, title: string, parentId: string | null, children: DeptNode[] = []): DeptNode => ({
  id,
  key: id,
  value: id,
  title,
  parentId,
  sort: 0,
  ...(children.length > 0 && { children }),
})

const departments: DeptNode[] = [
  dept('1', '总公司', null, [
    dept('2', '销售部', '1', [dept('3', '华东组', '2'), dept('4', '华南组', '2')]),
    dept('5', '资讯部', '1'),
  ]),
]

const names = ['王敏', '李想', '陈一帆', '赵宁', '周洁', '吴迪', '郑凯', '孙悦', '王敏', '钱进', '何静', '林知远']

const people: Person[] = names.map((realName, n) => ({
  id: String(n + 1),
  userName: `staff${n + 1}`,
  realName,
  deptId: ['3', '4', '5'][n % 3] ?? '5',
  status: n === 5 ? 'disabled' : 'enabled',
  canWork: true,
}))

const options = {
  columns: [
    { key: 'dept', values: ['总公司', '总公司/销售部', '总公司/资讯部'] },
    { key: 'role', values: ['销售', '审核主管'] },
  ],
}

const answers: readonly (readonly [queryKey: readonly unknown[], answer: unknown])[] = [
  [[getDeptTree.path], departments],
  [[getUserInfoByDeptId.path, {}], people],
  [[userImport.options.path, {}], options],
]

const newClient = () =>
  new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })

/** Has every reply in its cache. */
export const answered = newClient()
/** Its reads stay pending. */
export const waiting = newClient()

for (const [queryKey, answer] of answers) {
  answered.setQueryData(queryKey, answer)
  void waiting.prefetchQuery({ queryKey, queryFn: never })
}
