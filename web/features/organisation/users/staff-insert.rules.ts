// Checkbox tree of people by department; checking a department checks everybody in it.
import type { DeptNode } from '#contract/organisation/users.ts'
import type { TreeCheckNode } from '#web/kit/tree/tree-check.tsx'
import { type Person, personLabels } from '#web/pickers/people.ts'

/** Keys are `D3` for departments and ids for people. Empty departments and disabled accounts are left out. */
export function peopleTree(departments: readonly DeptNode[], people: readonly Person[]): TreeCheckNode[] {
  const labels = personLabels(people)
  const byDept = Map.groupBy(
    people.filter(({ status }) => status === 'enabled'),
    ({ deptId }) => deptId,
  )
  const below = (nodes: readonly DeptNode[]): TreeCheckNode[] =>
    nodes.flatMap(({ id, title, children = [] }) => {
      const own = (byDept.get(id) ?? []).map((person) => ({
        key: person.id,
        title: labels.get(person.id) ?? person.realName,
      }))
      const inside = [...own, ...below(children)]
      return inside.length > 0 ? [{ key: `D${id}`, title, children: inside }] : []
    })
  return below(departments)
}
