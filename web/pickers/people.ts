// People grouped by department, for pickers, and their display names.
import type { DeptNode } from '#contract/organisation/users.ts'
import type { SearchGroup } from '#web/kit/picker/search-select.tsx'

export type Person = {
  id: string
  /** Null unless needed: people who may not see the accounts get it only for namesakes. */
  userName: string | null
  realName: string
  deptId: string
  status: 'enabled' | 'disabled'
  canWork: boolean
}

/** The tree from top to bottom, each department with its path. */
export function deptPaths(tree: readonly DeptNode[], above = ''): { id: string; path: string }[] {
  return tree.flatMap(({ id, title, children = [] }) => {
    const path = above ? `${above} / ${title}` : title
    return [{ id, path }, ...deptPaths(children, path)]
  })
}

/** Display names by id: the real name, with the user name for namesakes, and a mark for disabled accounts. */
export function personLabels(people: readonly Person[]): Map<string, string> {
  const namesakes = Map.groupBy(people, ({ realName }) => realName)
  return new Map(
    people.map(({ id, userName, realName, status }) => {
      const isNamesake = (namesakes.get(realName)?.length ?? 0) > 1
      const name = isNamesake && userName ? `${realName}（${userName}）` : realName
      return [id, status === 'enabled' ? name : `${name}（已禁用）`]
    }),
  )
}

/** A person that a picker offers, with the display name. */
type Named = { id: string; deptId: string; label: string }

type Choice = {
  /** People who cannot be chosen: nobody is their own superior. */
  without: readonly string[]
  /** Chosen already: they stay even if their account was disabled since, or cannot do the work any more. */
  chosen: readonly string[]
}

export function pickable(people: readonly Person[], { without, chosen }: Choice): Named[] {
  const labels = personLabels(people)
  return people
    .filter(
      ({ id, status, canWork }) => !without.includes(id) && ((status === 'enabled' && canWork) || chosen.includes(id)),
    )
    .map(({ id, deptId, realName }) => ({ id, deptId, label: labels.get(id) ?? realName }))
}

/** One group for each department that has people; people of a department that is not in the tree come last. */
export function groupByDept(tree: readonly DeptNode[], people: readonly Named[]): SearchGroup[] {
  const byDept = Map.groupBy(people, ({ deptId }) => deptId)
  const groups = deptPaths(tree).flatMap(({ id, path }) => {
    const members = byDept.get(id)
    byDept.delete(id)
    return members ? [{ label: path, members }] : []
  })
  const others = [...byDept.values()].flat()
  if (others.length > 0) groups.push({ label: '其他部门', members: others })
  return groups.map(({ label, members }) => ({
    label,
    options: members.map(({ id, label }) => ({ value: id, label })),
  }))
}
