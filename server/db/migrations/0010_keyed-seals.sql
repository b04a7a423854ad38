-- Seals are keyed from this release on (docs/decisions/038): the chain begins anew, with the first start, over all rows.
ALTER TABLE audit_seals DISABLE TRIGGER audit_seals_append_only;
--> statement-breakpoint
TRUNCATE audit_seals;
--> statement-breakpoint
ALTER TABLE audit_seals ENABLE TRIGGER audit_seals_append_only;
