ALTER TABLE "meetings" ADD COLUMN "spelling" text;--> statement-breakpoint
ALTER TABLE "visit_enterprises" ADD COLUMN "spelling" text;--> statement-breakpoint
CREATE INDEX "meetings_unspelled" ON "meetings" USING btree ("id") WHERE "meetings"."spelling" is null;--> statement-breakpoint
CREATE INDEX "visit_enterprises_unspelled" ON "visit_enterprises" USING btree ("id") WHERE "visit_enterprises"."spelling" is null;--> statement-breakpoint
CREATE INDEX "visit_enterprises_spelling" ON "visit_enterprises" USING gin ("spelling" gin_trgm_ops);--> statement-breakpoint
CREATE TRIGGER meetings_respelled BEFORE UPDATE OF name ON meetings FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION forget_spelling();--> statement-breakpoint
CREATE TRIGGER visit_enterprises_respelled BEFORE UPDATE OF name ON visit_enterprises FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION forget_spelling();
