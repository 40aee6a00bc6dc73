/** Keeps q and k of every attention of one forward pass, after rotary embeddings and norms: just what is multiplied. */
export const SNIPPET = `import torch, torch.nn.functional as F
from safetensors.torch import save_file

kept, attend = {}, F.scaled_dot_product_attention

def keep(q, k, *args, **kwargs):
    layer = len(kept) // 2
    kept[f"layer{layer}.q"] = q.detach().half().cpu().contiguous()
    kept[f"layer{layer}.k"] = k.detach().half().cpu().contiguous()
    return attend(q, k, *args, **kwargs)

F.scaled_dot_product_attention = keep
with torch.no_grad(): model(**inputs)
F.scaled_dot_product_attention = attend
save_file(kept, "qk.safetensors")
`;
