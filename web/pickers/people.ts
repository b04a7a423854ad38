// People in the order of their departments, for pickers.
import type { DeptNode } from '../../contract/organisation.ts'
import type { SearchGroup } from '../kit/search-select.tsx'

export type Person = { id: string; realName: string; deptId: string }

/** The tree from top to bottom, each department with the names above it. */
export function deptPaths(tree: readonly DeptNode[], above = ''): { id: string; path: string }[] {
  return tree.flatMap(({ id, title, children = [] }) => {
    const path = above ? `${above} / ${title}` : title
    return [{ id, path }, ...deptPaths(children, path)]
  })
}

/** One group for each department that has people; people of a department that is not in the tree come last. */
export function groupByDept(
  tree: readonly DeptNode[],
  people: readonly Person[],
  without: readonly string[],
): SearchGroup[] {
  const byDept = Map.groupBy(
    people.filter(({ id }) => !without.includes(id)),
    ({ deptId }) => deptId,
  )
  const groups = deptPaths(tree).flatMap(({ id, path }) => {
    const members = byDept.get(id)
    byDept.delete(id)
    return members ? [{ label: path, members }] : []
  })
  const others = [...byDept.values()].flat()
  if (others.length > 0) groups.push({ label: '其他部门', members: others })
  return groups.map(({ label, members }) => ({
    label,
    options: members.map(({ id, realName }) => ({ value: id, label: realName })),
  }))
}
