// Paths in a tree as people write them in a cell.

/** `黑色金属/建筑钢材`, `黑色金属>建筑钢材` and `黑色金属 > 建筑钢材` are one path. */
export const asPath = (text: string): string =>
  text
    .split(/[>/＞]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' > ')

type Node = { id: string; parentId: string | null; name: string }

/** Ids by path. */
export function idsByPath(nodes: readonly Node[]): Map<string, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const pathOf = ({ parentId, name }: Node): string => {
    const above = parentId === null ? undefined : byId.get(parentId)
    return above ? `${pathOf(above)} > ${name}` : name
  }
  return new Map(nodes.map((node) => [pathOf(node), node.id]))
}
