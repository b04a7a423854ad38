// Builds the tree of subordinates from rows.
import type { Subordinate } from '#contract/organisation/staff-links.ts'

export type SubordinateNode = { key: string; title: string; note: string; children?: SubordinateNode[] }

/** @param rows each with its parent on the shortest path from `userId` */
export function subordinateTree(rows: readonly Subordinate[], userId: string): SubordinateNode[] {
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId)
  const below = (parentId: string): SubordinateNode[] =>
    (byParent.get(parentId) ?? []).map(({ id, realName, userName, deptName, roleName, status }) => {
      const children = below(id)
      return {
        key: id,
        title: `${realName}（${userName}）`,
        note: `${deptName} · ${roleName}${status === 'enabled' ? '' : ' · 已禁用'}`,
        ...(children.length > 0 && { children }),
      }
    })
  return below(userId)
}
