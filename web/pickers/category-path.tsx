// The path of a category, from the first level down, where only its id is known.
import { categoryValue, getCategoryPaths } from '../../contract/catalogue/catalogue.ts'
import { useCall } from '../lib/query.ts'

export function CategoryPath({ id }: { id: string | null }) {
  const values = id === null ? [] : [categoryValue(id)]
  const { data } = useCall(getCategoryPaths, { values }, { enabled: id !== null })
  if (id === null) return '未归类'
  return data?.[0]?.map(({ label }) => label).join(' > ') ?? id
}
