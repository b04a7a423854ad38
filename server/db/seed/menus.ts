// The complete menu tree: what the server delivers as menus and buttons, and what access is granted on.
import { type PlacedMenu, page, placed } from './menu-tree.ts'
import { application } from './menus-application.ts'
import { data, dataMonitoring, operate } from './menus-data.ts'
import { permission, system, userControl } from './menus-organisation.ts'

/**
 * Buttons of earlier releases that no call checks: `view` covers their pages. A start deletes them, with their grants.
 */
export const withdrawnButtons: readonly string[] = [
  'userList.details',
  'userList.copy',
  'userList.affiliatedAccount',
  'userSubsidiaryAccount.details',
  'visitLog.details',
  'role.details',
  'searchData.add',
  'searchData.edit',
  'searchData.delete',
  // the queue empties as one reads; its articles are exported from their lists
  'newsReview.exportBtn',
]

/** Every row, parents before their children. */
export const menuRows: readonly PlacedMenu[] = placed([
  // A page at the top: as a leaf its route is /home/index (spec §2).
  page('home', '首页', '/home', 'HomeOutlined'),
  userControl,
  permission,
  data,
  application,
  dataMonitoring,
  operate,
  system,
])
