// Picks a person who can handle registrations, with the number each has open.
import type { DataOf } from '#contract/endpoint.ts'
import type { queryRegistrationHandlers } from '#contract/members/registration-handling.ts'
import { getDeptTree } from '#contract/organisation/users.ts'
import { SearchSelect } from '#web/kit/picker/search-select.tsx'
import { useCall } from '#web/lib/query.ts'
import { groupByDept } from '#web/pickers/people.ts'

type HandlerPickerProps = {
  id: string
  handlers: DataOf<typeof queryRegistrationHandlers>
  value: string | null
  onChange: (userId: string | null) => void
  /** A person chosen earlier who is no longer selectable. */
  former?: { id: string; name: string } | undefined
  placeholder?: string
}

export function HandlerPicker({ handlers, former, placeholder = '请选择负责人', ...rest }: HandlerPickerProps) {
  const tree = useCall(getDeptTree)
  const people = handlers.map(({ open, realName, ...each }) => ({
    ...each,
    label: open > 0 ? `${realName}（${open} 条未办结）` : realName,
  }))
  const groups = tree.data ? groupByDept(tree.data, people) : []
  if (former) groups.push({ label: '当前不能处理注册', options: [{ value: former.id, label: former.name }] })
  return <SearchSelect {...rest} placeholder={placeholder} isLoading={tree.isPending} options={groups} />
}
