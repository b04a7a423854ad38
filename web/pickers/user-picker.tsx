// Chooses one person of the staff, or several, found by name or by department.
import { getDeptTree, getUserInfoByDeptId } from '../../contract/organisation/users.ts'
import { idFilter } from '../kit/list/filters.tsx'
import { SearchSelect } from '../kit/picker/search-select.tsx'
import { useCall } from '../lib/query.ts'
import { groupByDept, pickable } from './people.ts'

type Common = {
  id?: string
  placeholder: string
  /** People who cannot be chosen here: nobody is their own superior. */
  without?: readonly string[]
}

function usePeople(without: readonly string[] = [], chosen: readonly string[] = []) {
  const tree = useCall(getDeptTree)
  const people = useCall(getUserInfoByDeptId, {})
  const isLoading = tree.isPending || people.isPending
  // Options only once both are loaded: the picker would show ids otherwise.
  return {
    isLoading,
    options: isLoading ? [] : groupByDept(tree.data ?? [], pickable(people.data ?? [], { without, chosen })),
  }
}

export type UserPickerProps = Common & { value?: string | null; onChange?: (userId: string | null) => void }

export function UserPicker({ without, ...rest }: UserPickerProps) {
  const people = usePeople(without, rest.value ? [rest.value] : [])
  // an unset filter is the empty string; only null shows the placeholder
  return <SearchSelect {...people} {...rest} {...(rest.value === '' && { value: null })} />
}

export type UsersPickerProps = Common & { value?: string[]; onChange?: (userIds: string[]) => void }

export function UsersPicker({ without, ...rest }: UsersPickerProps) {
  return <SearchSelect {...usePeople(without, rest.value)} {...rest} mode="multiple" />
}

export const userFilter = <K extends string>(key: K, label: string) =>
  idFilter(key, label, ({ onChange, ...rest }) => (
    <UserPicker {...rest} placeholder="全部" onChange={(id) => onChange(id ?? '')} />
  ))
