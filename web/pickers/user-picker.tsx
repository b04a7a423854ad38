// Chooses one person of the staff, or several, found by name or by department.
import { getDeptTree, getUserInfoByDeptId, type WorkKey } from '#contract/organisation/users.ts'
import { idFilter } from '#web/kit/list/filters.tsx'
import { SearchSelect } from '#web/kit/picker/search-select.tsx'
import { useCall } from '#web/lib/query.ts'
import { groupByDept, pickable } from './people.ts'

type Common = {
  id?: string
  placeholder: string
  /** People who cannot be chosen here: nobody is their own superior. */
  without?: readonly string[]
  /** What they are chosen for: only who can do it is offered, in that sub-product or in any. */
  work?: WorkKey
  subProduct?: string
}

type Offered = {
  without: readonly string[] | undefined
  work: WorkKey | undefined
  subProduct: string | undefined
}

function usePeople({ without = [], work, subProduct }: Offered, chosen: readonly string[] = []) {
  const tree = useCall(getDeptTree)
  const people = useCall(getUserInfoByDeptId, { ...(work && { work }), ...(subProduct && { subProduct }) })
  const isLoading = tree.isPending || people.isPending
  // Options only once both are loaded: the picker would show ids otherwise.
  return {
    isLoading,
    options: isLoading ? [] : groupByDept(tree.data ?? [], pickable(people.data ?? [], { without, chosen })),
  }
}

/** Whom the picker offers first; empty until it is known. */
export function useFirstPerson(): string {
  const { options } = usePeople({ without: undefined, work: undefined, subProduct: undefined })
  return options[0]?.options[0]?.value ?? ''
}

export type UserPickerProps = Common & { value?: string | null; onChange?: (userId: string | null) => void }

export function UserPicker({ without, work, subProduct, ...rest }: UserPickerProps) {
  const people = usePeople({ without, work, subProduct }, rest.value ? [rest.value] : [])
  // an unset filter is the empty string; only null shows the placeholder
  return <SearchSelect {...people} {...rest} {...(rest.value === '' && { value: null })} />
}

export type UsersPickerProps = Common & { value?: string[]; onChange?: (userIds: string[]) => void }

export function UsersPicker({ without, work, subProduct, ...rest }: UsersPickerProps) {
  return <SearchSelect {...usePeople({ without, work, subProduct }, rest.value)} {...rest} mode="multiple" />
}

export const userFilter = <K extends string>(key: K, label: string) =>
  idFilter(key, label, ({ onChange, ...rest }) => (
    <UserPicker {...rest} placeholder="全部" onChange={(id) => onChange(id ?? '')} />
  ))
