// An act in a row of a small table, named for readers of the screen.
type ActProps = { label: string; of: string; isDanger?: boolean; onClick: () => void }

export const Act = ({ label, of, isDanger = false, onClick }: ActProps) => (
  <button
    type="button"
    className={`text-link${isDanger ? ' text-link-danger' : ''}`}
    aria-label={`${label} ${of}`}
    onClick={onClick}
  >
    {label}
  </button>
)
