// Names that a spreadsheet gives, looked up: departments by path or name, roles by name.

type Dept = { id: string; parentId: string | null; name: string }

/** `总部/销售部` for each department, from the top. */
export function pathsOf(depts: readonly Dept[]): Map<string, string> {
  const byId = new Map(depts.map((dept) => [dept.id, dept]))
  const pathOf = (dept: Dept): string => {
    const parent = dept.parentId === null ? undefined : byId.get(dept.parentId)
    return parent ? `${pathOf(parent)}/${dept.name}` : dept.name
  }
  return new Map(depts.map((dept) => [dept.id, pathOf(dept)]))
}

export type Lookup = (text: string) => { id: string } | { problem: string }

const plain = (text: string) => text.replace(/\s*[/／>＞]\s*/g, '/').trim()

/** A department's path, or its name where only one has it. */
export function departmentLookup(depts: readonly Dept[]): Lookup {
  const byPath = new Map([...pathsOf(depts)].map(([id, path]) => [path, id]))
  const byName = Map.groupBy(depts, ({ name }) => name)
  return (text) => {
    const path = plain(text)
    const id = byPath.get(path)
    if (id !== undefined) return { id }
    const [first, ...more] = byName.get(path) ?? []
    if (!first) return { problem: `部门“${text}”不存在` }
    if (more.length > 0) return { problem: `有多个部门叫“${text}”，请填写完整路径` }
    return { id: first.id }
  }
}

/** A role by its name; `assignable` are those that the importer may give. */
export function roleLookup(roles: readonly { id: string; name: string; assignable: boolean }[]): Lookup {
  const byName = Map.groupBy(roles, ({ name }) => name)
  return (text) => {
    const [first, ...more] = byName.get(text) ?? []
    if (!first) return { problem: `角色“${text}”不存在` }
    if (more.length > 0) return { problem: `有多个角色叫“${text}”，请先改名` }
    return first.assignable ? { id: first.id } : { problem: '不能授予自己没有的权限' }
  }
}
